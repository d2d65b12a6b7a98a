import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { bytes, domain, instant, timeOrderedId } from './columns';
import { todos } from './todos';

/**
 * One row per committed claim (SPEC-0034 REQ-1). `slot` is 0 while the attempt is open, and its seq once it has ended and
 * another may follow: a completed one stays where it is. So the primary key, which the migration makes deferrable, allows one open
 * attempt per todo and is checked at commit (REQ-2).
 * A check is parsed anew at every write, so there is one (docs/decisions/cost-of-attempts.md): the closed sets are domains, and
 * the texts' bounds are in characters; the core cuts them to as many bytes (REQ-5).
 */
export const todoAttempts = pgTable(
  'todo_attempts',
  {
    todoId: timeOrderedId('todo_id')
      .notNull()
      .references(() => todos.id, { onDelete: 'cascade' }),
    slot: integer('slot').notNull(),
    seq: integer('seq').notNull(),
    attempt: integer('attempt').notNull(),
    claimerKind: domain('attempt_claimer_kind')('claimer_kind').notNull(),
    claimerEndpointId: uuid('claimer_endpoint_id'),
    claimerSession: text('claimer_session'),
    owner: text('owner').notNull(),
    claimant: varchar('claimant', { length: 128 }),
    claimedAt: instant('claimed_at').notNull(),
    lastHeartbeatAt: instant('last_heartbeat_at'),
    leaseExpiresAt: instant('lease_expires_at').notNull(),
    endedAt: instant('ended_at'),
    outcome: domain('attempt_outcome')('outcome'),
    disposition: domain('attempt_disposition')('disposition'),
    summary: varchar('summary', { length: 2048 }),
    summaryTruncated: boolean('summary_truncated').notNull().default(false),
    artifact: varchar('artifact', { length: 512 }),
    leaseTokenHash: bytes('lease_token_hash'),
  },
  (table) => [
    primaryKey({ name: 'todo_attempts_one_open', columns: [table.todoId, table.slot] }),
    check('todo_attempts_open_in_slot_zero', sql`slot = 0 or ended_at is not null`),
  ],
);
