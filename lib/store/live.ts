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
