import { AgedScans } from '@/lib/db/aged-scans';
import type { Db } from '@/lib/db/connection';
import { claimNextTodo } from '@/lib/store/claim';
import type { Bench, Figure, Goal } from '../bench';
import { besidePairs, type Pairs, pairs } from '../measure/pairs';
import { type Explained, explain, statementsOf } from '../measure/statement';
import { latencies, median } from '../measure/statistics';
import { bulkLoad } from '../subjects/bulk-load';
import { addFinished, addPending, QUEUE } from '../subjects/rows';
import { openStore, type StoreDatabase } from '../subjects/store-database';

const CLAIMS = 200;
const SMALL = 1_000;
const BUFFERS_MAX = 40;

/** G8: a claim must not feel how many todos there are, whatever has become of them. */
export const largeTable: Goal = {
  ids: ['G8'],
  title: 'claims in a table of millions',
  async run(bench: Bench): Promise<Figure[]> {
    const large = await openStore(bench, 1);
    const small = await openStore(bench, 1);
    try {
      await loadBacklog(large, bench.options.rows);
      const figures = await backlogFigures(large);
      await bulkLoad(large, () => addPending(large.admin, large.scope, bench.options.rows));
      await addPending(small.admin, small.scope, SMALL);
      await small.admin`vacuum (analyze)`;
      const plan = await readsOf(large, { queue: QUEUE });
      const result = await pairs(
        bench,
        () => claimP50(large),
        () => claimP50(small),
      );
      return [latencyFigure(result), buffersFigure('claim among as many pending', plan), ...figures];
    } finally {
      await large.close();
      await small.close();
    }
  },
};

/** Shares as in BR-011: a million done come with 200,000 dead letters and 50,000 retries parked for a week. */
async function loadBacklog(store: StoreDatabase, rows: number): Promise<void> {
  await bulkLoad(store, async () => {
    await addFinished(store.admin, store.scope, rows, 'done');
    await addFinished(store.admin, store.scope, Math.round(rows / 5), 'dead');
    await addFinished(store.admin, store.scope, Math.round(rows / 20), 'parked');
  });
}

async function backlogFigures(store: StoreDatabase): Promise<Figure[]> {
  const { admin, scope } = store;
  const figures = [buffersFigure('backlog: nothing to claim', await readsOf(store, {}))];
  await addPending(admin, scope, 5);
  await admin`analyze todos`;
  figures.push(
    buffersFigure('backlog: 5 pending, queue named', await readsOf(store, { queue: QUEUE })),
    buffersFigure('backlog: 5 pending, no queue named', await readsOf(store, {})),
    buffersFigure('backlog: 5 pending, once a second', await readsOf(store, {}, true)),
  );
  await admin`
    update todos
    set next_retry_at = now() - interval '1 minute'
    where id in (select id from todos where next_retry_at is not null order by id desc limit 3)`;
  figures.push(buffersFigure('backlog: 3 due retries, once a second', await readsOf(store, {}, true)));
  return figures;
}

/**
 * What one claim reads, all its statements together.
 * @param aged whether it is the claim of the second that looks for due retries and lapsed leases too
 */
async function readsOf(store: StoreDatabase, input: { queue?: string }, aged = false): Promise<Explained[]> {
  const agedScans = new AgedScans();
  if (!aged) agedScans.isDue(store.scope.endpointId, store.scope.queues);
  const claim = (db: Db) => claimNextTodo({ ...db, agedScans }, store.scope, input);
  const reads = [];
  for (const statement of await statementsOf(store, claim)) reads.push(await explain(store.db, statement));
  return reads;
}

function buffersFigure(what: string, reads: readonly Explained[]): Figure {
  const scanned = reads.flatMap((read) => read.scanned);
  const buffers = reads.reduce((sum, read) => sum + read.buffers, 0);
  const each = reads.map((read) => `${read.buffers} by ${read.indexes.join(', ')}`).join(' | ');
  return {
    goal: 'G8',
    what,
    value: scanned.length > 0 ? Number.POSITIVE_INFINITY : buffers,
    unit: 'buffers',
    target: { atMost: BUFFERS_MAX },
    beside: scanned.length > 0 ? `reads all of ${scanned.join(', ')}` : each,
    data: reads,
  };
}

function latencyFigure(result: Pairs): Figure {
  return {
    goal: 'G8',
    what: 'claim p50, large / 1k',
    value: result.ratio,
    unit: '×',
    target: { atMost: 1.2 },
    beside: besidePairs(result),
    data: result,
  };
}

async function claimP50({ db, admin, scope }: StoreDatabase): Promise<number> {
  const taken = await latencies(CLAIMS, () => claimNextTodo(db, scope, { queue: QUEUE }));
  await addPending(admin, scope, CLAIMS);
  return median(taken);
}
