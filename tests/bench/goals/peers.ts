import type { Bench, Figure, Goal } from '../bench';
import { type Contender, compare } from '../measure/compare';
import { besides } from '../report';
import { graphileContender } from '../subjects/graphile-worker';
import { pgBossContender } from '../subjects/pg-boss';
import { pgbenchContender } from '../subjects/pgbench';
import { storeContender } from '../subjects/store';

type Case = Pick<Figure, 'target' | 'waitsFor'> & { readonly workers: number; readonly backlog: number };

const COALESCING = { waitsFor: 'coalescing' };

/** G1: the store's cycle against pg-boss's. */
export const againstPgBoss: Goal = {
  ids: ['G1'],
  title: 'store cycle against pg-boss',
  needsPeers: true,
  run: (bench) =>
    eachCase(bench, 'G1', pgBossContender, 'pg-boss is not installed', [
      { workers: 1, backlog: 1_000, target: { atLeast: 2 } },
      { workers: 4, backlog: 1_000, target: { atLeast: 2 } },
      { workers: 16, backlog: 1_000, target: { atLeast: 2 } },
      { workers: 64, backlog: 1_000, target: { atLeast: 2 } },
      { workers: 16, backlog: 10_000, target: { atLeast: 8 } },
      { workers: 64, backlog: 10_000, target: { atLeast: 8 } },
    ]),
};

/** G2: the store's cycle against graphile-worker's, which deletes what is done. */
export const againstGraphile: Goal = {
  ids: ['G2'],
  title: 'store cycle against graphile-worker, single-job mode',
  needsPeers: true,
  run: (bench) =>
    eachCase(bench, 'G2', graphileContender, 'graphile-worker is not installed', [
      { workers: 1, backlog: 1_000, target: { atLeast: 0.8 } },
      { workers: 4, backlog: 1_000, target: { atLeast: 0.8 } },
      { workers: 16, backlog: 1_000, target: { atLeast: 1.3 }, ...COALESCING },
      { workers: 64, backlog: 1_000, target: { atLeast: 1.8 }, ...COALESCING },
    ]),
};

/** G4: the store's cycle against pgbench running the same statements. */
export const againstPgbench: Goal = {
  ids: ['G4'],
  title: 'store cycle against pgbench with the same statements',
  run: (bench) =>
    eachCase(bench, 'G4', pgbenchContender, 'there is no pgbench on this machine', [
      { workers: 1, backlog: 1_000, target: { atLeast: 0.6 } },
      { workers: 16, backlog: 1_000, target: { atLeast: 0.9 }, ...COALESCING },
      { workers: 64, backlog: 1_000, target: { atLeast: 1.2 }, ...COALESCING },
    ]),
};

async function eachCase(
  bench: Bench,
  goal: string,
  open: (bench: Bench, workers: number) => Promise<Contender | undefined>,
  whyNot: string,
  cases: readonly Case[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { workers, backlog, ...rest } of cases) {
    const theirs = await open(bench, workers);
    const what = `store / ${theirs?.name ?? 'peer'}, W = ${workers}, ${backlog / 1000}k waiting`;
    const base = { goal, what, unit: '×' as const, ...rest };
    if (theirs === undefined) {
      figures.push({ ...base, value: undefined, beside: whyNot });
      continue;
    }
    const ours = await storeContender(bench, workers);
    const result = await compare(bench, ours, theirs, { backlog, jobs: bench.options.jobs });
    figures.push({ ...base, value: result.ratio, beside: besides(result), data: result });
  }
  return figures;
}
