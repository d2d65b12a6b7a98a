import type { Db } from '../db/connection';
import type { Attempt } from '../queue/attempt';
import { notFound } from '../queue/errors';
import { mintLeaseToken } from '../queue/fence';
import { parseLeaseTtl } from '../queue/lease';
import { parseClaimant } from '../queue/report';
import type { EndpointScope } from '../queue/scope';
import type { FullTodo } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import type { Fragment } from './columns';
import { isHeld } from './live';
import { priorAttempts } from './prior-attempts';
import { toFullTodo } from './rows';
import { type TakenRow, type Taker, takeCandidate } from './take-candidate';

export interface ClaimInput {
  readonly leaseTtlSeconds?: number | undefined;
  readonly requireFence?: boolean | undefined;
  readonly claimant?: string | undefined;
}

/** A committed claim (SPEC-0034 REQ-7). */
export interface Claim {
  readonly todo: FullTodo;
  readonly attemptSeq: number;
  readonly attemptsTotal: number;
  readonly priorAttempts: readonly Attempt[];
  /** Given once, here; only its hash is stored. */
  readonly leaseToken?: string;
  /** The history could not be read after the commit; the claim stands all the same. */
  readonly priorAttemptsError?: unknown;
}

/**
 * Claims one todo by id: pending, a due retry, or one whose lease has lapsed below the cap (SPEC-0003 R2, R4, R5).
 * @throws QueueError `invalid`, `not_found`, or `conflict` when it is not claimable by this caller
 */
export async function claimTodo(
  db: Db,
  scope: EndpointScope,
  input: ClaimInput & { readonly id: string },
): Promise<Claim> {
  const taker = agentTaker(db, 'claim', scope, input);
  const select = () => db.sql`
      select t.id, t.attempt, t.attempts_total,
        case t.state when 'pending' then t.ready_at when 'failed' then t.next_retry_at else t.lease_expires_at end as ready_at
      from todos t
      where t.id = ${input.id}
        and t.endpoint_id = ${scope.endpointId}
        and t.queue = any(${scope.queues as string[]}::text[])
        and (t.assignee is null or t.assignee = ${scope.owner})
        and (
          t.state = 'pending'
          or (t.state = 'failed' and t.next_retry_at <= now())
          or (${isLapsed(db)})
        )
      for update of t`;
  const row = await takeCandidate(db, 'claim', taker, { select, withHistory: true });
  return row ? toClaim(db, scope, taker, row) : await classifyMiss(db, 'claim', scope, input.id);
}

/**
 * Claims the oldest claimable todo of the granted queues, or of one of them, without waiting for any lock. Pending todos
 * come first; due retries and lapsed leases when there are none, and once a second while there are.
 * @throws QueueError `invalid`; `not_found` when nothing is claimable
 */
export async function claimNextTodo(
  db: Db,
  scope: EndpointScope,
  input: ClaimInput & { readonly queue?: string | undefined },
): Promise<Claim> {
  const taker = agentTaker(db, 'claim_next', scope, input);
  const queues = input.queue === undefined ? scope.queues : scope.queues.filter((queue) => queue === input.queue);
  const quick = { select: () => pendingCandidate(db, scope, queues), withHistory: false };
  const full = { select: () => fullCandidate(db, scope, queues), withHistory: true };
  for (const candidate of db.agedScans.isDue(scope.endpointId, queues) ? [full] : [quick, full]) {
    const row = await takeCandidate(db, 'claim_next', taker, candidate);
    if (row) return toClaim(db, scope, taker, row);
  }
  throw notFound('claim_next');
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

/**
 * Retries whose window has elapsed and leases that have lapsed below the cap, so that no sweep is needed to find them; then
 * pending todos. An arm is looked at when those before it gave nothing.
 */
function fullCandidate(db: Db, scope: EndpointScope, queues: readonly string[]): Fragment {
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
      union all
      select * from (${pendingCandidate(db, scope, queues)}) pending
    ) arms
    limit 1`;
}

/** The open attempt must be one that this statement can see and close, also when the row was changed while it waited. */
function isLapsed(db: Db): Fragment {
  return db.sql`
    t.state = 'claimed'
    and t.lease_expires_at < now()
    and t.attempt < t.max_attempts
    and t.attempts_total = coalesce((select a.seq from todo_attempts a where a.todo_id = t.id and a.slot = 0), 0)`;
}

function agentTaker(db: Db, operation: string, scope: EndpointScope, input: ClaimInput): Taker {
  return {
    kind: 'endpoint',
    endpointId: scope.endpointId,
    session: scope.session,
    owner: scope.owner,
    claimant: parseClaimant(input.claimant),
    ttlSeconds: parseLeaseTtl(operation, input.leaseTtlSeconds, db.settings.leaseTtlSeconds),
    fence: input.requireFence === true ? mintLeaseToken() : undefined,
  };
}

async function toClaim(db: Db, scope: EndpointScope, taker: Taker, row: TakenRow): Promise<Claim> {
  const history = row.attempts_total > 1 ? await readHistory(db, scope, row) : { priorAttempts: [] };
  return {
    todo: toFullTodo(row),
    attemptSeq: row.attempts_total,
    attemptsTotal: row.attempts_total,
    ...history,
    ...(taker.fence && { leaseToken: taker.fence.token }),
  };
}

/** The claim has committed: whatever happens to this read, its caller must learn that it holds the todo. */
async function readHistory(
  db: Db,
  scope: EndpointScope,
  row: TakenRow,
): Promise<Pick<Claim, 'priorAttempts' | 'priorAttemptsError'>> {
  const read = () => priorAttempts(db, row.id, db.sql`t.endpoint_id = ${scope.endpointId}`, row.attempts_total);
  try {
    return { priorAttempts: await read().catch(read) };
  } catch (error) {
    return { priorAttempts: [], priorAttemptsError: error };
  }
}
