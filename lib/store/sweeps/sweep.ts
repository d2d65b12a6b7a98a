import type { Db } from '../../db/connection';
import { isUnavailable } from '../run-verb';

export interface SweepOptions {
  /** Ends the sweep between two batches. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each row that could not be moved; the others are moved all the same. */
  readonly onBadRow?: ((id: string, error: unknown) => void) | undefined;
}

const BATCH = 500;

/**
 * Runs one guarded statement in batches until it moves nothing more. When a batch fails for a row's sake, the same statement
 * runs row by row, so that one bad row never stops the others.
 * @param candidates the ids to go through one by one after a failure; the statement itself decides about each
 * @param batch the statement: how many rows at most, and the one id to keep to
 * @param onMoved told of every row that moved, after its commit
 */
export async function sweep<Row>(
  db: Db,
  options: SweepOptions,
  candidates: (db: Db) => Promise<{ id: string }[]>,
  batch: (db: Db, limit: number, onlyId: string | null) => Promise<Row[]>,
  onMoved: (row: Row) => void,
): Promise<void> {
  for (;;) {
    if (options.signal?.aborted) return;
    let rows: Row[];
    try {
      rows = await batch(db, BATCH, null);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return await sweepOneByOne(db, options, candidates, batch, onMoved);
    }
    rows.forEach(onMoved);
    if (rows.length < BATCH) return;
  }
}

async function sweepOneByOne<Row>(
  db: Db,
  options: SweepOptions,
  candidates: (db: Db) => Promise<{ id: string }[]>,
  batch: (db: Db, limit: number, onlyId: string | null) => Promise<Row[]>,
  onMoved: (row: Row) => void,
): Promise<void> {
  for (const { id } of await candidates(db)) {
    if (options.signal?.aborted) return;
    try {
      (await batch(db, 1, id)).forEach(onMoved);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      options.onBadRow?.(id, error);
    }
  }
}
