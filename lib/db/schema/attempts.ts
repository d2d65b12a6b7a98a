import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, timeOrderedId } from './columns';
import { todos } from './todos';

/**
 * One row per committed claim (SPEC-0034 REQ-1). `slot` is 0 while the attempt is open and its seq once it has ended, so the
 * primary key, which the migration makes deferrable, allows one open attempt per todo and is checked at commit (REQ-2).
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
    claimerKind: text('claimer_kind').notNull(),
    claimerEndpointId: uuid('claimer_endpoint_id'),
    claimerSession: text('claimer_session'),
    owner: text('owner').notNull(),
    claimant: text('claimant'),
    claimedAt: instant('claimed_at').notNull(),
    lastHeartbeatAt: instant('last_heartbeat_at'),
    leaseExpiresAt: instant('lease_expires_at').notNull(),
    endedAt: instant('ended_at'),
    outcome: text('outcome'),
    disposition: text('disposition'),
    summary: text('summary'),
    summaryTruncated: boolean('summary_truncated').notNull().default(false),
    artifact: text('artifact'),
    leaseTokenHash: bytes('lease_token_hash'),
  },
  (table) => [
    primaryKey({ name: 'todo_attempts_one_open', columns: [table.todoId, table.slot] }),
    check('todo_attempts_slot_tells_open', sql`(ended_at is null) = (slot = 0) and (slot = 0 or slot = seq)`),
    check('todo_attempts_seq_positive', sql`seq >= 1`),
    check('todo_attempts_claimer_known', sql`claimer_kind in ('endpoint', 'owner')`),
    check(
      'todo_attempts_outcome_known',
      sql`outcome in ('completed', 'failed', 'released', 'lease_expired', 'reaped', 'canceled', 'revoked')`,
    ),
    check(
      'todo_attempts_disposition_known',
      sql`disposition in ('done', 'retry_scheduled', 'dead_lettered', 'requeued', 'canceled')`,
    ),
    check('todo_attempts_ended_has_outcome', sql`(ended_at is null) = (outcome is null)`),
    check(
      'todo_attempts_dead_tell_nothing',
      sql`outcome not in ('lease_expired', 'reaped') or (summary is null and artifact is null)`,
    ),
    check(
      'todo_attempts_bounds',
      sql`octet_length(summary) <= 2048 and octet_length(artifact) <= 512 and octet_length(claimant) <= 128`,
    ),
  ],
);
