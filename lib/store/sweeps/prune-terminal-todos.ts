import type { Db } from '../../db/connection';
import { runSweep, type SweepOptions } from './sweep';

export interface RetentionBounds {
  readonly maxAgeDays: number;
  readonly maxRows: number;
}

/**
 * Deletes terminal todos that are too old, and the oldest beyond the bound on their number; their attempts go with them by
 * cascade (SPEC-0034 REQ-11). Live todos are never touched.
 * @returns how many todos were deleted
 */
export async function pruneTerminalTodos(db: Db, bounds: RetentionBounds, options: SweepOptions = {}): Promise<number> {
  let pruned = 0;
  const onMoved = () => {
    pruned += 1;
  };
  const tooOld = {
    batch: (limit: number, onlyId: string | null) => deleteOld(db, bounds, limit, onlyId),
    candidates: () => oldIds(db, bounds),
  };
  const tooMany = {
    batch: (limit: number, onlyId: string | null) => deleteBeyond(db, bounds, limit, onlyId),
    candidates: () => beyondIds(db, bounds),
  };
  for (const sweep of [tooOld, tooMany]) await runSweep({ ...sweep, onMoved }, options);
  return pruned;
}

function deleteOld(db: Db, bounds: RetentionBounds, limit: number, onlyId: string | null): Promise<{ id: string }[]> {
  return db.sql<{ id: string }[]>`
    delete from todos
    where id in (
      select t.id
      from todos t
      where t.finished_at < now() - make_interval(days => ${bounds.maxAgeDays})
        and (${onlyId}::text is null or t.id = ${onlyId})
      order by t.finished_at
      limit ${limit}
      for update skip locked
    )
    returning id`;
}

function deleteBeyond(
  db: Db,
  bounds: RetentionBounds,
  limit: number,
  onlyId: string | null,
): Promise<{ id: string }[]> {
  return db.sql<{ id: string }[]>`
    with newest_beyond as materialized (
      select t.finished_at, t.id
      from todos t
      where t.finished_at is not null
      order by t.finished_at desc, t.id desc
      offset ${bounds.maxRows}
      limit 1
    ),
    beyond as materialized (
      select t.id
      from todos t
      where (t.finished_at, t.id) <= (select n.finished_at, n.id from newest_beyond n)
        and (${onlyId}::text is null or t.id = ${onlyId})
      order by t.finished_at, t.id
      limit ${limit}
      for update skip locked
    )
    delete from todos
    where id in (select id from beyond)
    returning id`;
}

function oldIds(db: Db, bounds: RetentionBounds): Promise<{ id: string }[]> {
  return db.sql<
    { id: string }[]
  >`select t.id from todos t where t.finished_at < now() - make_interval(days => ${bounds.maxAgeDays})`;
}

function beyondIds(db: Db, bounds: RetentionBounds): Promise<{ id: string }[]> {
  return db.sql<{ id: string }[]>`
    select t.id
    from todos t
    where t.finished_at is not null
    order by t.finished_at desc, t.id desc
    offset ${bounds.maxRows}`;
}
