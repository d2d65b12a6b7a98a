import type { Db } from '../db/connection';
import { type Disposition, hasDied } from '../queue/attempt';
import type { TodoEvent } from '../queue/events';
import type { Report } from '../queue/report';
import type { EndpointScope } from '../queue/scope';
import { compactColumns, type Fragment } from './columns';
import { hasOpenAttempt } from './open-attempt';
import { tellDeadLettered, tellReady } from './outbox/tell-hooks';
import { type CompactRow, eventOf } from './rows';
import { runVerb } from './run-verb';

/** How one verb ends a lease: what becomes of the todo, and what its attempt says. */
export interface LeaseEnd {
  readonly operation: string;
  readonly id: string;
  readonly transition: (row: CompactRow) => TodoEvent['transition'];
  readonly outcome: 'completed' | 'failed' | 'released';
  readonly report: Report;
  /** What must hold of the todo `t`. */
  readonly guard: Fragment;
  /** What must hold of its open attempt `a`. */
  readonly fence: Fragment;
  /** The assignments to the todo `t`; the lease itself is cleared by the statement. */
  readonly move: Fragment;
}

/**
 * Ends a lease and closes its attempt in one statement (SPEC-0034 REQ-3): the todo is locked and moved first, then the attempt that it
 * counts as its latest is closed.
 * @returns the moved todo, or undefined when guard or fence let nothing through
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
        where t.id = ${end.id}
          and ${end.guard}
          and ${hasOpenAttempt(db, end.id, end.fence)}
        returning ${compactColumns(sql)}, t.attempts_total,
          date_part('epoch', greatest(now() - t.claimed_at, interval '0')) as seconds
      ),
      closed_attempt as (
        update todo_attempts a
        set ended_at = greatest(now(), a.claimed_at),
            ${closing(db, end)}
        where a.todo_id = ${end.id}
          and a.slot = 0
          and a.seq = (select m.attempts_total from moved m)
      )${tellEnd(db, end)}
      select * from moved`,
  );
  if (row) db.emit(leaseEndEvent(end, row));
  return row;
}

/**
 * What the attempt says of its end. A report that says nothing leaves its columns alone: an open attempt has none. A completed attempt
 * stays in slot 0, since no other will follow it: its key does not change, and the index is spared.
 */
function closing(db: Db, { outcome, report }: LeaseEnd): Fragment {
  const { sql } = db;
  const verdict = {
    completed: () => sql`outcome = 'completed', disposition = 'done'`,
    released: () => sql`slot = a.seq, outcome = 'released', disposition = 'requeued'`,
    failed: () => sql`
      slot = a.seq,
      outcome = 'failed',
      disposition = (
        select case when m.next_retry_at is null then 'dead_lettered' else 'retry_scheduled' end
        from moved m
      )`,
  }[outcome]();
  if (report.summary === null && report.artifact === null) return verdict;
  return sql`
    ${verdict},
    summary = ${report.summary},
    summary_truncated = ${report.summaryTruncated},
    artifact = ${report.artifact}`;
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

interface EndedRow extends CompactRow {
  attempts_total: number;
  /** Null for a lease from before claims were stamped. */
  seconds: number | null;
}

function leaseEndEvent(end: LeaseEnd, row: EndedRow): TodoEvent {
  const { outcome, report } = end;
  const disposition = dispositionOf(end, row);
  return {
    transition: end.transition(row),
    ...eventOf(row),
    ready: row.state === 'pending',
    closed: {
      seq: row.attempts_total,
      outcome,
      disposition,
      died: hasDied(outcome),
      summary: report.summary,
      artifact: report.artifact,
      durationSeconds: row.seconds ?? 0,
    },
    ...(disposition === 'dead_lettered' && { deadLetter: { cause: 'failed', attemptsTotal: row.attempts_total } }),
  };
}

function dispositionOf({ outcome }: LeaseEnd, row: EndedRow): Disposition {
  if (outcome === 'completed') return 'done';
  if (outcome === 'released') return 'requeued';
  return row.next_retry_at === null ? 'dead_lettered' : 'retry_scheduled';
}

/** What an agent must prove to move a todo that it claimed: its endpoint and granted queue, and that it owns the lease (SPEC-0003 R3). */
export function heldByAgent(db: Db, scope: EndpointScope): Fragment {
  return db.sql`
    t.endpoint_id = ${scope.endpointId}
    and t.queue = any(${scope.queues as string[]}::text[])
    and t.state = 'claimed'
    and t.owner = ${scope.owner}`;
}
