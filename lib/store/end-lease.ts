import type { Db } from '../db/connection';
import { type Disposition, hasDied, type Outcome } from '../queue/attempt';
import type { TodoEvent } from '../queue/events';
import { blindLeaseToken } from '../queue/fence';
import type { Report } from '../queue/report';
import type { EndpointScope } from '../queue/scope';
import { compactColumns, type Fragment } from './columns';
import { tellDeadLettered, tellReady } from './outbox/tell-hooks';
import { type CompactRow, eventOf } from './rows';
import { runVerb } from './run-verb';

/** How one verb ends a lease: what becomes of the todo, and what its attempt says. */
export interface LeaseEnd {
  readonly operation: string;
  readonly id: string;
  readonly transition: (row: CompactRow) => TodoEvent['transition'];
  readonly outcome: Outcome;
  readonly report: Report;
  /** The condition on the todo `t` and its open attempt `a`. */
  readonly guard: Fragment;
  /** The assignments to the todo `t`; the lease itself is cleared by the statement. */
  readonly move: Fragment;
}

/**
 * Ends a lease and closes its attempt in one statement (SPEC-0034 REQ-3). The todo's own counter names the attempt that may be
 * closed, so a statement that waited while the todo changed hands finds nothing to do.
 * @returns the moved todo, or undefined when the guard let nothing through
 */
export async function endLease(db: Db, end: LeaseEnd): Promise<CompactRow | undefined> {
  const { sql } = db;
  const [row] = await runVerb(
    db,
    end.operation,
    end.id,
    () => sql<EndedRow[]>`
      with moved as (
        update todos t
        set lease_expires_at = null,
            ${end.move}
        from todo_attempts a
        where t.id = ${end.id}
          and a.todo_id = ${end.id}
          and a.slot = 0
          and a.seq = t.attempts_total
          and ${end.guard}
        returning ${compactColumns(sql)}, t.attempts_total
      )${tellEnd(db, end)}
      update todo_attempts a
      set slot = a.seq,
          ended_at = now(),
          outcome = ${end.outcome}::text,
          disposition = case
            when m.state = 'done' then 'done'
            when m.state = 'pending' then 'requeued'
            when m.next_retry_at is not null then 'retry_scheduled'
            else 'dead_lettered'
          end,
          summary = ${end.report.summary},
          summary_truncated = ${end.report.summaryTruncated},
          artifact = ${end.report.artifact}
      from moved m
      where a.todo_id = ${end.id}
        and a.slot = 0
        and a.seq = m.attempts_total
      returning m.*, a.disposition, extract(epoch from now() - a.claimed_at)::float8 as seconds`,
  );
  if (row) db.emit(leaseEndEvent(end, row));
  return row;
}

/** What hooks are told of it: that the todo is claimable again, or dead. A completion tells nothing and costs nothing. */
function tellEnd(db: Db, { outcome, report }: LeaseEnd): Fragment {
  const { sql } = db;
  if (outcome === 'released') return tellReady(db, sql`moved m`);
  if (outcome !== 'failed') return sql``;
  return tellDeadLettered(db, sql`(select * from moved where state = 'failed' and next_retry_at is null) m`, {
    cause: sql`'failed'`,
    seq: sql`m.attempts_total`,
    outcome: sql`'failed'`,
    died: sql`false`,
    summary: sql`${report.summary}::text`,
    artifact: sql`${report.artifact}::text`,
  });
}

/** A moved todo with what the statement itself decided about its attempt. */
interface EndedRow extends CompactRow {
  attempts_total: number;
  disposition: Disposition;
  seconds: number;
}

function leaseEndEvent(end: LeaseEnd, row: EndedRow): TodoEvent {
  const { outcome, report } = end;
  const dead = row.disposition === 'dead_lettered';
  return {
    transition: end.transition(row),
    ...eventOf(row),
    ready: row.state === 'pending',
    closed: {
      seq: row.attempts_total,
      outcome,
      disposition: row.disposition,
      died: hasDied(outcome),
      summary: report.summary,
      artifact: report.artifact,
      durationSeconds: row.seconds,
    },
    ...(dead && { deadLetter: { cause: 'failed', attemptsTotal: row.attempts_total } }),
  };
}

/**
 * What an agent must prove to move a todo that it claimed: its endpoint and granted queue, the lease's owner and, on a fenced
 * attempt, the lease token (SPEC-0003 R3, SPEC-0034 REQ-6). The token's hash is compared blinded, see fence.ts.
 */
export function heldByAgent(db: Db, scope: EndpointScope, leaseToken: string | undefined): Fragment {
  return db.sql`
    t.endpoint_id = ${scope.endpointId}
    and t.queue = any(${scope.queues as string[]}::text[])
    and t.state = 'claimed'
    and t.owner = ${scope.owner}
    and ${matchesFence(db, leaseToken)}`;
}

/** On the open attempt `a`: no token for an unfenced attempt, the right one for a fenced attempt. */
export function matchesFence(db: Db, leaseToken: string | undefined): Fragment {
  const blinded = blindLeaseToken(leaseToken);
  return db.sql`
    case
      when ${blinded?.digest ?? null}::bytea is null then a.lease_token_hash is null
      else coalesce(sha256(a.lease_token_hash || ${blinded?.nonce ?? null}::bytea) = ${blinded?.digest ?? null}::bytea, false)
    end`;
}
