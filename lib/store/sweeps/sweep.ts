import { isStatementTimeout, isUnavailable } from '../run-verb';

export interface SweepOptions {
  /** Ends the sweep between two batches. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each row that could not be moved; the others are moved all the same. */
  readonly onBadRow?: ((id: string, error: unknown) => void) | undefined;
}

const BATCH = 500;

/** One kind of sweep. */
export interface Sweep<Row> {
  /** The statement: how many rows at most, and the one id to keep to. */
  readonly batch: (limit: number, onlyId: string | null) => Promise<Row[]>;
  /** The ids to go through one by one after a failure; the statement itself decides about each. */
  readonly candidates: () => Promise<{ id: string }[]>;
  /** Told of every row that moved, after its commit. */
  readonly onMoved: (row: Row) => void;
}

/**
 * Runs one guarded statement in batches until it moves nothing more. When a batch fails for a row's sake, the same statement
 * runs row by row, so that one bad row never stops the others.
 * @throws what the statement threw when the database is away
 */
export async function runSweep<Row>(sweep: Sweep<Row>, options: SweepOptions): Promise<void> {
  for (;;) {
    if (options.signal?.aborted) return;
    let rows: Row[];
    try {
      rows = await sweep.batch(BATCH, null);
    } catch (error) {
      if (isUnavailable(error) && !isStatementTimeout(error)) throw error;
      return await sweepOneByOne(sweep, options);
    }
    rows.forEach(sweep.onMoved);
    if (rows.length < BATCH) return;
  }
}

async function sweepOneByOne<Row>(sweep: Sweep<Row>, options: SweepOptions): Promise<void> {
  for (const { id } of await sweep.candidates()) {
    if (options.signal?.aborted) return;
    try {
      (await sweep.batch(1, id)).forEach(sweep.onMoved);
    } catch (error) {
      if (isUnavailable(error) && !isStatementTimeout(error)) throw error;
      options.onBadRow?.(id, error);
    }
  }
}
