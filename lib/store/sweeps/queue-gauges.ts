import type { Db } from '../../db/connection';

/** How many todos of each kind a queue holds, over all endpoints, and how long its oldest has been waiting. */
export interface QueueGauge {
  readonly queue: string;
  readonly pending: number;
  readonly claimed: number;
  readonly retrying: number;
  readonly dead: number;
  readonly done: number;
  readonly oldestPendingSeconds: number;
}

/** The live figures of `/metrics`, with zeros for every queue that an open endpoint is granted. Aggregates only (SPEC-0034 REQ-10). */
export async function queueGauges(db: Db): Promise<QueueGauge[]> {
  return await db.sql<QueueGauge[]>`
    with counted as (
      select t.queue,
        count(*) filter (where t.state = 'pending')::int as pending,
        count(*) filter (where t.state in ('claimed', 'input-required', 'auth-required'))::int as claimed,
        count(*) filter (where t.state = 'failed' and t.next_retry_at is not null)::int as retrying,
        count(*) filter (where t.state = 'failed' and t.next_retry_at is null)::int as dead,
        count(*) filter (where t.state = 'done')::int as done,
        coalesce(extract(epoch from now() - min(t.ready_at) filter (where t.state = 'pending')), 0)::float8 as oldest
      from todos t
      group by t.queue
    ),
    granted as (
      select distinct unnest(e.queues) as queue from endpoints e where e.revoked_at is null
    )
    select coalesce(c.queue, g.queue) as queue, coalesce(c.pending, 0) as pending, coalesce(c.claimed, 0) as claimed,
      coalesce(c.retrying, 0) as retrying, coalesce(c.dead, 0) as dead, coalesce(c.done, 0) as done,
      greatest(coalesce(c.oldest, 0), 0) as "oldestPendingSeconds"
    from granted g
    full join counted c on c.queue = g.queue
    order by 1`;
}

/** How many MCP sessions have not ended. */
export async function countMcpSessions(db: Db): Promise<number> {
  const [row] = await db.sql<{ count: number }[]>`select count(*)::int as count from mcp_sessions`;
  return row?.count ?? 0;
}
