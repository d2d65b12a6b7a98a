import type { Db } from '../../db/connection';
import type { Fragment } from '../columns';
import { isHeld } from '../live';
import { tellDeadLettered, tellReady } from '../outbox/tell-hooks';
import { type ClosedRow, type CompactRow, eventOf, toClosedAttempt } from '../rows';
import { runSweep, type SweepOptions } from './sweep';

/**
 * Ends every lease that has lapsed: back to pending below the cap, a dead letter at it; the attempt closes as reaped
 * (SPEC-0003 R4, SPEC-0034 REQ-3, REQ-4). Spans all endpoints, as R9 exempts it.
 * @returns how many todos went each way
 */
export async function reapLapsedLeases(
  db: Db,
  options: SweepOptions = {},
): Promise<{ requeued: number; deadLettered: number }> {
  const counts = { requeued: 0, deadLettered: 0 };
  const onMoved = (row: ReapedRow) => {
    const dead = row.state === 'failed';
    counts[dead ? 'deadLettered' : 'requeued'] += 1;
    db.emit({
      transition: dead ? 'reapAtCap' : 'reapBelowCap',
      ...eventOf(row),
      ready: !dead,
      closed: toClosedAttempt(row),
      ...(dead && { deadLetter: { cause: 'reaped', attemptsTotal: row.attempts_total } }),
    });
  };
  const batch = (limit: number, onlyId: string | null) => reapBatch(db, limit, onlyId);
  await runSweep({ batch, candidates: () => lapsedIds(db), onMoved }, options);
  return counts;
}

type ReapedRow = CompactRow & ClosedRow & { attempts_total: number };

/** The lateral look-up of the open attempt is what makes a row that changed hands while it was locked fall out. */
function reapBatch(db: Db, limit: number, onlyId: string | null): Promise<ReapedRow[]> {
  return db.sql<ReapedRow[]>`
    with lapsed as materialized (
      select t.id
      from todos t
      left join lateral (
        select a.seq from todo_attempts a where a.todo_id = t.id and a.slot = 0 offset 0
      ) open_attempt on true
      where ${isHeld(db.sql)}
        and t.lease_expires_at < now()
        and t.state = 'claimed'
        and t.attempts_total = coalesce(open_attempt.seq, 0)
        and (${onlyId}::text is null or t.id = ${onlyId})
      limit ${limit}
      for update of t skip locked
    ),
    moved as (
      update todos t
      set state = case when t.attempt < t.max_attempts then 'pending' else 'failed' end,
          owner = case when t.attempt < t.max_attempts then null else t.owner end,
          lease_expires_at = null,
          finished_at = case when t.attempt >= t.max_attempts then now() end,
          ready_at = now(),
          rung_at = null,
          rings = 0
      from lapsed
      where t.id = lapsed.id
      returning t.id, t.endpoint_id, t.queue, t.state, t.attempts_total
    ),
    closed_attempt as (
      update todo_attempts a
      set slot = a.seq,
          ended_at = now(),
          outcome = 'reaped',
          disposition = case m.state when 'pending' then 'requeued' else 'dead_lettered' end
      from moved m
      where a.todo_id = m.id
        and a.slot = 0
      returning a.todo_id, a.seq, a.outcome, a.disposition, date_part('epoch', now() - a.claimed_at) as seconds
    )${tellReady(db, db.sql`(select * from moved where state = 'pending') m`)}${tellDeaths(db)}
    select m.*, x.seq as closed_seq, x.outcome as closed_outcome, x.disposition as closed_disposition,
      null as closed_summary, null as closed_artifact, x.seconds as closed_seconds
    from moved m
    left join closed_attempt x on x.todo_id = m.id`;
}

/** A holder that died left no summary and no artifact (SPEC-0034 REQ-4). */
function tellDeaths(db: Db): Fragment {
  const { sql } = db;
  const dead = sql`(select * from moved where state = 'failed') m left join closed_attempt x on x.todo_id = m.id`;
  const nothing = sql`null::text`;
  return tellDeadLettered(db, dead, {
    cause: sql`'reaped'`,
    seq: sql`x.seq`,
    outcome: sql`x.outcome`,
    died: sql`true`,
    summary: nothing,
    artifact: nothing,
  });
}

function lapsedIds(db: Db): Promise<{ id: string }[]> {
  return db.sql<
    { id: string }[]
  >`select t.id from todos t where ${isHeld(db.sql)} and t.lease_expires_at < now() and t.state = 'claimed'`;
}
