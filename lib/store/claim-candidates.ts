import type { Db } from '../db/connection';
import type { EndpointScope } from '../queue/scope';
import type { Fragment } from './columns';
import { isHeld } from './live';

/**
 * What nearly every claim needs, and little more than one index look-up: the next pending todo. In a single queue it leaves the
 * choice to the full candidate as soon as a todo there is assigned to the caller.
 */
export function quickCandidate(db: Db, scope: EndpointScope, queues: readonly string[]): Fragment {
  const [queue, ...others] = queues;
  if (queue === undefined || others.length > 0) return pendingCandidate(db, scope, queues);
  return db.sql`
    select t.id, t.attempt, t.attempts_total, t.ready_at
    from todos t
    where t.endpoint_id = ${scope.endpointId} and t.queue = ${queue} and t.state = 'pending' and t.assignee is null
      and (
        select s.id
        from todos s
        where s.endpoint_id = ${scope.endpointId} and s.assignee = ${scope.owner} and s.queue = ${queue} and s.state = 'pending'
        order by s.created_at nulls first, s.id
        limit 1
      ) is null
    order by t.created_at nulls first, t.id
    limit 1
    for update of t skip locked`;
}

/**
 * All that a claim may take: pending todos, and the aged ones. An arm is looked at when those before it gave nothing.
 * @param agedFirst whether the aged come before the pending
 */
export function fullCandidate(db: Db, scope: EndpointScope, queues: readonly string[], agedFirst: boolean): Fragment {
  const pending = pendingCandidate(db, scope, queues);
  const aged = agedCandidate(db, scope, queues);
  return db.sql`
    select * from (
      select * from (${agedFirst ? aged : pending}) first
      union all
      select * from (${agedFirst ? pending : aged}) second
    ) arms
    limit 1`;
}

/**
 * Pool and assigned todos are two branches with an index each: their unlocked heads are compared, only the winner's is locked.
 * The lock's scan begins at that head, so that index entries of todos long gone are passed once and not twice. It says its queue
 * by the two bounds, because an index scan begins at an equality rather than at a bound.
 * The order says nulls first, where there are none, because no other index offers that (docs/decisions/claim-plans.md).
 */
function pendingCandidate(db: Db, scope: EndpointScope, queues: readonly string[]): Fragment {
  return db.sql`
    select locked.id, locked.attempt, locked.attempts_total, locked.ready_at
    from (
      select q.queue, head.*
      from unnest(${queues as string[]}::text[]) as q (queue)
      cross join lateral (
        (
          select t.created_at, t.id, false as assigned
          from todos t
          where t.endpoint_id = ${scope.endpointId} and t.queue = q.queue and t.state = 'pending' and t.assignee is null
          order by t.created_at nulls first, t.id
          limit 1
        )
        union all
        (
          select t.created_at, t.id, true
          from todos t
          where t.endpoint_id = ${scope.endpointId} and t.assignee = ${scope.owner} and t.queue = q.queue and t.state = 'pending'
          order by t.created_at nulls first, t.id
          limit 1
        )
      ) head
      order by head.created_at, head.id
    ) branch
    cross join lateral (
      select * from (
        select t.id, t.attempt, t.attempts_total, t.ready_at
        from todos t
        where not branch.assigned
          and t.endpoint_id = ${scope.endpointId} and t.state = 'pending' and t.assignee is null
          and t.queue <= branch.queue and (t.queue, t.created_at, t.id) >= (branch.queue, branch.created_at, branch.id)
        order by t.queue, t.created_at nulls first, t.id
        limit 1
        for update skip locked
      ) pool
      union all
      select * from (
        select t.id, t.attempt, t.attempts_total, t.ready_at
        from todos t
        where branch.assigned
          and t.endpoint_id = ${scope.endpointId} and t.assignee = ${scope.owner} and t.state = 'pending'
          and t.queue <= branch.queue and (t.queue, t.created_at, t.id) >= (branch.queue, branch.created_at, branch.id)
        order by t.queue, t.created_at nulls first, t.id
        limit 1
        for update skip locked
      ) assigned
    ) locked
    limit 1`;
}

/** Retries whose window has elapsed and leases that have lapsed below the cap, so that no sweep is needed to find them. */
function agedCandidate(db: Db, scope: EndpointScope, queues: readonly string[]): Fragment {
  return db.sql`
    select * from (
      select * from (
        select due.*
        from unnest(${queues as string[]}::text[]) as q (queue)
        cross join lateral (
          select t.id, t.attempt, t.attempts_total, t.next_retry_at as ready_at
          from todos t
          where t.endpoint_id = ${scope.endpointId}
            and t.queue = q.queue
            and t.next_retry_at <= now()
            and t.state = 'failed'
            and (t.assignee is null or t.assignee = ${scope.owner})
          order by t.next_retry_at nulls first
          limit 1
          for update skip locked
        ) due
        limit 1
      ) due_retry
      union all
      select * from (
        select t.id, t.attempt, t.attempts_total, t.lease_expires_at as ready_at
        from todos t
        where t.endpoint_id = ${scope.endpointId}
          and t.queue = any(${queues as string[]}::text[])
          and ${isHeld(db.sql)}
          and (t.assignee is null or t.assignee = ${scope.owner})
          and ${isLapsed(db)}
        limit 1
        for update of t skip locked
      ) lapsed
    ) aged
    limit 1`;
}

/** A lapsed lease below the cap, whose open attempt this statement can see and close, also when the row changed while it waited. */
export function isLapsed(db: Db): Fragment {
  return db.sql`
    t.state = 'claimed'
    and t.lease_expires_at < now()
    and t.attempt < t.max_attempts
    and t.attempts_total = coalesce((select a.seq from todo_attempts a where a.todo_id = t.id and a.slot = 0), 0)`;
}
