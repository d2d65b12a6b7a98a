import type { Sql } from '../db/connection';
import type { Fragment } from './columns';

/**
 * The live-row rule, in the very words of the index `todos_live_key_unique`, so that the planner can infer it: such a todo
 * holds its idempotency key (SPEC-0003 R6 and R10).
 */
export function isLive(sql: Sql): Fragment {
  return sql`
    idempotency_key is not null
    and (state in ('pending', 'claimed', 'input-required', 'auth-required') or (state = 'failed' and next_retry_at is not null))`;
}

/**
 * Somebody holds the todo `t`: claimed or interrupted, in the very words of the index `todos_held`. It names no column that a
 * heartbeat moves, so that heartbeats stay HOT, and not the state, by which reports would be planned off this index.
 */
export function isHeld(sql: Sql): Fragment {
  return sql`t.owner is not null and t.finished_at is null and t.next_retry_at is null`;
}
