import type postgres from 'postgres';
import type { Sql } from '../db/connection';

/** A piece of a statement, bound values included. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The columns of a compact todo, of the row `t`. */
export function compactColumns(sql: Sql): Fragment {
  return sql`
    t.id, t.endpoint_id, t.queue, t.title, t.kind, t.source, t.state, t.owner, t.assignee, t.lease_expires_at,
    t.attempt, t.max_attempts, t.next_retry_at, t.created_at, t.finished_at, t.payload_size`;
}

/** The columns of a full todo, of the row `t`. */
export function fullColumns(sql: Sql): Fragment {
  return sql`${compactColumns(sql)}, t.payload::text as payload_text, t.routing::text as routing_text`;
}

/** What a reader may know of an attempt, of the row `a`. */
export function attemptColumns(sql: Sql): Fragment {
  return sql`
    a.seq, a.attempt, a.claimer_kind, a.claimant, a.claimed_at, a.last_heartbeat_at, a.ended_at, a.outcome,
    a.disposition, a.summary, a.summary_truncated, a.artifact`;
}
