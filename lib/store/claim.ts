import type { Db } from '../db/connection';
import type { Attempt } from '../queue/attempt';
import { notFound } from '../queue/errors';
import { mintLeaseToken } from '../queue/fence';
import { parseLeaseTtl } from '../queue/lease';
import { parseClaimant } from '../queue/report';
import type { EndpointScope } from '../queue/scope';
import type { FullTodo } from '../queue/todo';
import { fullCandidate, isLapsed, quickCandidate } from './claim-candidates';
import { claimableTodos } from './claimable-todos';
import { classifyMiss } from './classify-miss';
import { priorAttempts } from './prior-attempts';
import { toFullTodo } from './rows';
import { type TakenRow, type Taker, takeCandidate } from './take-candidate';

/**
 * How long to look again for a todo that was passed by because its row was locked: by a ring, which is over in about a
 * millisecond and leaves it claimable, or by a claim, after which there is nothing to look for.
 */
const LOCKED_PAUSES_MS = [1, 5, 20, 80];

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
  const agedFirst = db.agedScans.isDue(scope.endpointId, queues);
  const quick = { select: () => quickCandidate(db, scope, queues), withHistory: false };
  const full = { select: () => fullCandidate(db, scope, queues, agedFirst), withHistory: true };
  for (const candidate of agedFirst ? [full] : [quick, full]) {
    const row = await takeCandidate(db, 'claim_next', taker, candidate);
    if (row) return toClaim(db, scope, taker, row);
  }
  for (const pauseMs of LOCKED_PAUSES_MS) {
    if ((await claimableTodos(db, scope, { queue: input.queue, limit: 1 })).length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const row = await takeCandidate(db, 'claim_next', taker, full);
    if (row) return toClaim(db, scope, taker, row);
  }
  throw notFound('claim_next');
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
