import type { Db } from '../db/connection';
import type { EndpointScope } from '../queue/scope';
import type { Fragment } from './columns';
import { isHeld } from './live';
import { runVerb } from './run-verb';

export interface ClaimableTodo {
  readonly id: string;
  readonly queue: string;
}

/**
 * The oldest todos that this caller could claim now, claiming none: what a doorbell or a waiting worker is told
 * (SPEC-0003 R9, PendingDoorbellTodos).
 */
export async function claimableTodos(
  db: Db,
  scope: EndpointScope,
  input: { readonly queue?: string | undefined; readonly limit: number },
): Promise<ClaimableTodo[]> {
  return await runVerb(
    db,
    'wait_for_todo',
    undefined,
    () =>
      db.sql<
        ClaimableTodo[]
      >`select c.id, c.queue from (${claimableIn(db, scope, input)}) c order by c.created_at, c.id`,
  );
}

/** The select behind it, of `id`, `queue` and `created_at`. */
export function claimableIn(
  db: Db,
  scope: EndpointScope,
  input: { readonly queue?: string | undefined; readonly limit: number },
): Fragment {
  const queues = input.queue === undefined ? scope.queues : scope.queues.filter((queue) => queue === input.queue);
  return db.sql`
    select claimable.id, claimable.queue, claimable.created_at
    from unnest(${queues as string[]}::text[]) as q (queue)
    cross join lateral (
      (
        select t.id, t.queue, t.created_at
        from todos t
        where t.endpoint_id = ${scope.endpointId} and t.queue = q.queue and t.state = 'pending' and t.assignee is null
        order by t.created_at nulls first, t.id
        limit ${input.limit}
      )
      union all
      (
        select t.id, t.queue, t.created_at
        from todos t
        where t.endpoint_id = ${scope.endpointId} and t.assignee = ${scope.owner} and t.queue = q.queue and t.state = 'pending'
        order by t.created_at nulls first, t.id
        limit ${input.limit}
      )
      union all
      (
        select t.id, t.queue, t.created_at
        from todos t
        where t.endpoint_id = ${scope.endpointId}
          and t.queue = q.queue
          and t.next_retry_at <= now()
          and (t.assignee is null or t.assignee = ${scope.owner})
        order by t.next_retry_at nulls first
        limit ${input.limit}
      )
      union all
      (
        select t.id, t.queue, t.created_at
        from todos t
        where t.endpoint_id = ${scope.endpointId}
          and t.queue = q.queue
          and ${isHeld(db.sql)}
          and t.lease_expires_at < now()
          and t.state = 'claimed'
          and t.attempt < t.max_attempts
          and (t.assignee is null or t.assignee = ${scope.owner})
        limit ${input.limit}
      )
    ) claimable
    order by claimable.created_at, claimable.id
    limit ${input.limit}`;
}
