import type { Sql } from '../../db/connection';
import type { Ring } from '../../queue/ring';
import type { Fragment } from '../columns';

/** What a ring says of the todo `t`, and which sessions of its own endpoint are subscribed to its queue. */
export function ringColumns(sql: Sql): Fragment {
  return sql`
    t.id, t.endpoint_id, t.queue, t.title, t.kind, t.source,
    trunc(extract(epoch from now()) * 1000000)::text as at,
    (
      select array_agg(s.id)
      from mcp_sessions s
      where s.endpoint_id = t.endpoint_id
        and s.subscribed_queues <> '{}'
        and t.queue = any(s.subscribed_queues)
    ) as subscribers`;
}

/**
 * Whether the todo `t` is pending, in words that no partial index knows: one that is named by its id must be looked up by it, also
 * under a plan from a time when nothing was pending.
 */
export function isPending(sql: Sql): Fragment {
  return sql`case t.state when 'pending' then true else false end`;
}

export interface RingRow {
  id: string;
  endpoint_id: string;
  queue: string;
  title: string;
  kind: string | null;
  source: string | null;
  at: string;
  subscribers: string[] | null;
}

export function toRing(row: RingRow): Ring {
  const { id, endpoint_id, queue, title, kind, source, at, subscribers } = row;
  return { todoId: id, endpointId: endpoint_id, queue, title, kind, source, at, subscribers: subscribers ?? [] };
}
