import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, timeOrderedId } from './columns';
import { endpoints } from './owners';

/** The durable work items (SPEC-0003). */
export const todos = pgTable(
  'todos',
  {
    id: timeOrderedId('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => endpoints.id),
    queue: text('queue').notNull(),
    title: text('title').notNull(),
    kind: text('kind'),
    source: text('source'),
    payload: jsonb('payload'),
    payloadSize: integer('payload_size').notNull().default(0),
    routing: jsonb('routing'),
    state: text('state').notNull().default('pending'),
    assignee: text('assignee'),
    owner: text('owner'),
    leaseExpiresAt: instant('lease_expires_at'),
    claimedAt: instant('claimed_at'),
    attempt: integer('attempt').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull().default(5),
    nextRetryAt: instant('next_retry_at'),
    idempotencyKey: text('idempotency_key'),
    deliveries: integer('deliveries').notNull().default(1),
    result: jsonb('result'),
    createdAt: instant('created_at').notNull().defaultNow(),
    readyAt: instant('ready_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    rungAt: instant('rung_at'),
    rings: integer('rings').notNull().default(0),
    attemptsTotal: integer('attempts_total').notNull().default(0),
    attemptsPruned: integer('attempts_pruned').notNull().default(0),
  },
  (table) => [
    // Checks are parsed anew at every write (docs/decisions/cost-of-attempts.md): these two, and the first as one constant.
    check(
      'todos_state_known',
      sql`state = any ('{pending,claimed,done,failed,canceled,rejected,input-required,auth-required}'::text[])`,
    ),
    check('todos_claimed_has_lease', sql`state <> 'claimed' or (owner is not null and lease_expires_at is not null)`),
    uniqueIndex('todos_live_key_unique')
      .on(table.endpointId, table.idempotencyKey)
      .where(
        sql`idempotency_key is not null and (state in ('pending', 'claimed', 'input-required', 'auth-required') or (state = 'failed' and next_retry_at is not null))`,
      ),
    // Nulls first, where there are none: an order that only claims ask for, so that no other index can serve them.
    index('todos_pending_pool')
      .on(table.endpointId, table.queue, table.createdAt.nullsFirst(), table.id)
      .where(sql`state = 'pending' and assignee is null`),
    index('todos_pending_assigned')
      .on(table.endpointId, table.assignee, table.queue, table.createdAt.nullsFirst(), table.id)
      .where(sql`state = 'pending' and assignee is not null`),
    index('todos_retry_by_queue')
      .on(table.endpointId, table.queue, table.nextRetryAt.nullsFirst())
      .where(sql`next_retry_at is not null`),
    index('todos_retry_due').on(table.nextRetryAt).where(sql`next_retry_at is not null`),
    // Says "held" without a column that a heartbeat moves (see isHeld), so that heartbeats stay HOT.
    index('todos_held')
      .on(table.endpointId, table.queue)
      .where(sql`owner is not null and finished_at is null and next_retry_at is null`),
    index('todos_finished').on(table.finishedAt, table.id).where(sql`finished_at is not null`),
    index('todos_dead_letters')
      .on(table.endpointId, table.createdAt, table.id)
      .where(sql`state = 'failed' and next_retry_at is null`),
    index('todos_by_endpoint').on(table.endpointId, table.createdAt, table.id),
  ],
);
