import type { Db } from '../../db/connection';
import { tellReady } from '../outbox/tell-hooks';
import { requeueMove } from '../release';
import { type CompactRow, eventOf } from '../rows';
import { runSweep, type SweepOptions } from './sweep';

/**
 * Brings every parked retry whose window has passed back to pending, over all endpoints (SPEC-0003 R5). No attempt is touched.
 * @returns how many todos moved
 */
export async function requeueDueRetries(db: Db, options: SweepOptions = {}): Promise<number> {
  let requeued = 0;
  const onMoved = (row: RequeuedRow) => {
    requeued += 1;
    db.emit({ transition: 'requeueDueRetry', ...eventOf(row), ready: true });
  };
  const batch = (limit: number, onlyId: string | null) => requeueBatch(db, limit, onlyId);
  await runSweep({ batch, candidates: () => dueIds(db), onMoved }, options);
  return requeued;
}

type RequeuedRow = Pick<CompactRow, 'id' | 'endpoint_id' | 'queue'>;

function requeueBatch(db: Db, limit: number, onlyId: string | null): Promise<RequeuedRow[]> {
  return db.sql<RequeuedRow[]>`
    with due as materialized (
      select t.id
      from todos t
      where t.next_retry_at <= now()
        and t.state = 'failed'
        and (${onlyId}::text is null or t.id = ${onlyId})
      order by t.next_retry_at
      limit ${limit}
      for update skip locked
    ),
    requeued as (
      update todos t
      set ${requeueMove(db)},
          lease_expires_at = null
      from due
      where t.id = due.id
      returning t.id, t.endpoint_id, t.queue
    )${tellReady(db, db.sql`requeued m`)}
    select * from requeued`;
}

function dueIds(db: Db): Promise<{ id: string }[]> {
  return db.sql<{ id: string }[]>`select t.id from todos t where t.next_retry_at <= now() and t.state = 'failed'`;
}
