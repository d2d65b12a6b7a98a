import type { Db, Sql } from '../db/connection';
import type { LeaseToken } from '../queue/fence';
import { type Fragment, fullColumns } from './columns';
import { type ClosedRow, eventOf, type FullRow, toClosedAttempt } from './rows';
import { runVerb } from './run-verb';

/** Who claims, and on what terms: what the new attempt and the todo's lease will say. */
export interface Taker {
  readonly kind: 'endpoint' | 'owner';
  readonly endpointId: string | null;
  readonly session: string | null;
  readonly owner: string;
  readonly claimant: string | null;
  readonly ttlSeconds: number;
  readonly fence: LeaseToken | undefined;
}

export interface TakenRow extends FullRow, Partial<ClosedRow> {
  attempts_total: number;
  wait_seconds: number;
}

/** Where a claim looks for its todo. */
export interface Candidate {
  /** A select of `id`, `attempt`, `attempts_total` and `ready_at` that locks at most one row of todos. */
  readonly select: () => Fragment;
  /**
   * Whether its todo may have an open attempt to close or old ones to prune. Without, the statement is spared both, and leaves a
   * todo alone whose history is full.
   */
  readonly withHistory: boolean;
}

/**
 * Claims the todo that a candidate locks, in one statement: the todo gets its lease, an attempt that was still open closes as
 * lease_expired, the oldest attempts beyond the bound go, and the new attempt opens (SPEC-0034 REQ-2, REQ-3, REQ-11).
 * Attempts are probed by the candidate's id alone, so that a plan made on an empty table stays an index look-up.
 * @returns the claimed row, or undefined when there was no candidate
 */
export async function takeCandidate(
  db: Db,
  operation: string,
  taker: Taker,
  candidate: Candidate,
): Promise<TakenRow | undefined> {
  const { sql } = db;
  const { select, withHistory } = candidate;
  const historyMax = db.settings.attemptHistoryMaxPerTodo;
  const shape = withHistory
    ? withHistoryMoves(sql, select(), historyMax)
    : withoutHistoryMoves(sql, select(), historyMax);
  const [row] = await runVerb(
    db,
    operation,
    undefined,
    () => sql<TakenRow[]>`
      with ${shape.moves}
      opened_attempt as (
        insert into todo_attempts (
          todo_id, slot, seq, attempt, claimer_kind, claimer_endpoint_id, claimer_session, owner, claimant,
          claimed_at, lease_expires_at, lease_token_hash
        )
        select c.id, 0, c.attempts_total + 1, c.attempt + 1, ${taker.kind}::text, ${taker.endpointId}::uuid, ${taker.session},
          ${taker.owner}, ${taker.claimant}, now(), now() + make_interval(secs => ${taker.ttlSeconds}), ${taker.fence?.hash ?? null}::bytea
        from ${shape.source}
        returning todo_id
      )
      update todos t
      set state = 'claimed',
          owner = ${taker.owner},
          lease_expires_at = now() + make_interval(secs => ${taker.ttlSeconds}),
          claimed_at = now(),
          attempt = t.attempt + 1,
          next_retry_at = null,
          attempts_total = t.attempts_total + 1
          ${shape.set}
      where t.id = (select o.todo_id from opened_attempt o)
      returning ${fullColumns(sql)}, t.attempts_total,
        date_part('epoch', greatest(now() - ${shape.readyAt}, interval '0')) as wait_seconds
        ${shape.returning}`,
  );
  if (row) {
    const closed = toClosedAttempt(row);
    const transition = closed ? 'takeOver' : 'claim';
    db.emit({ transition, ...eventOf(row), ready: false, waitSeconds: row.wait_seconds, closed });
  }
  return row;
}

/** Where a claim's statement differs by whether it may meet a history to close or to prune. */
interface Shape {
  /** CTEs before the new attempt, with their commas. */
  readonly moves: Fragment;
  /** The candidate, as the row source `c`. */
  readonly source: Fragment;
  readonly set: Fragment;
  readonly readyAt: Fragment;
  readonly returning: Fragment;
}

/** Only pending todos come here, which have been claimable since `ready_at`. */
function withoutHistoryMoves(sql: Sql, candidate: Fragment, historyMax: number): Shape {
  const nothing = sql``;
  return {
    moves: nothing,
    source: sql`(${candidate}) c where c.attempts_total < ${historyMax}::int`,
    set: nothing,
    readyAt: sql`t.ready_at`,
    returning: nothing,
  };
}

function withHistoryMoves(sql: Sql, candidate: Fragment, historyMax: number): Shape {
  return {
    moves: sql`
      candidate as materialized (${candidate}),
      closed_attempt as (
        update todo_attempts a
        set slot = a.seq,
            ended_at = now(),
            outcome = 'lease_expired',
            disposition = 'requeued'
        where a.todo_id = (select id from candidate)
          and a.slot = 0
        returning a.seq, a.outcome, a.disposition, date_part('epoch', now() - a.claimed_at) as seconds
      ),
      pruned_attempts as (
        delete from todo_attempts a
        where a.todo_id = (select id from candidate)
          and a.slot between 1 and (select attempts_total + 1 - ${historyMax}::int from candidate)
      ),`,
    source: sql`candidate c`,
    set: sql`, attempts_pruned = greatest(t.attempts_pruned, t.attempts_total + 1 - ${historyMax}::int)`,
    readyAt: sql`(select ready_at from candidate)`,
    returning: sql`
      , (select x.seq from closed_attempt x) as closed_seq, (select x.outcome from closed_attempt x) as closed_outcome,
      (select x.disposition from closed_attempt x) as closed_disposition, (select x.seconds from closed_attempt x) as closed_seconds`,
  };
}
