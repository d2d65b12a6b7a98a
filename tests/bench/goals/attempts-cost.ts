import type { Bench, Figure, Goal } from '../bench';
import { type Comparison, compare } from '../measure/compare';
import { besides } from '../report';
import { type StoreVariant, storeContender } from '../subjects/store';

const WORKERS = 16;
/** The ratios are near their targets: more pairs than elsewhere, so that a few disturbed rounds do not decide. */
const ROUNDS_FACTOR = 4;

/**
 * G5 and G7: what attempts cost. SPEC-0034 REQ-18 compares with the store before attempts, on the schema of that time; d is stricter, the
 * store of today without attempts.
 */
export const attemptsCost: Goal = {
  ids: ['G5', 'G7'],
  title: 'attempts: rate, CPU and WAL against the store without',
  async run(bench: Bench): Promise<Figure[]> {
    const before = await against(bench, 'before');
    const d = await against(bench, 'd');
    const cpu = d.ours.cpuMs === undefined ? undefined : d.ours.cpuMs / (d.theirs.cpuMs ?? Number.NaN);
    const beside = besides(d);
    return [
      {
        goal: 'G5',
        what: 'store cycle / before attempts, W = 16',
        value: before.ratio,
        unit: '×',
        target: { atLeast: 0.9 },
        beside: besides(before),
        data: before,
      },
      {
        goal: 'G5',
        what: 'store cycle / d, W = 16',
        value: d.ratio,
        unit: '×',
        target: { atLeast: 0.9 },
        beside,
        data: d,
      },
      { goal: 'G7', what: 'server CPU a cycle / d', value: cpu, unit: '×', target: { atMost: 1.3 }, beside },
      {
        goal: 'G7',
        what: 'WAL a cycle / d',
        value: d.ours.walBytes / d.theirs.walBytes,
        unit: '×',
        target: { atMost: 1.6 },
        beside,
      },
    ];
  },
};

async function against(bench: Bench, variant: StoreVariant): Promise<Comparison> {
  const ours = await storeContender(bench, WORKERS);
  const theirs = await storeContender(bench, WORKERS, variant);
  const { jobs, rounds } = bench.options;
  return await compare(bench, ours, theirs, { backlog: 1_000, jobs, rounds: rounds * ROUNDS_FACTOR });
}
