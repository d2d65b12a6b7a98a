import type { Bench, Figure, Goal } from '../bench';
import { compare } from '../measure/compare';
import { besides } from '../report';
import { storeContender } from '../subjects/store';

const WORKERS = 16;
/** The ratio is near its target: more pairs than elsewhere, so that one disturbed round does not decide. */
const ROUNDS_FACTOR = 2;

/** G5 and G7: what attempts cost (SPEC-0034 REQ-18), against the same store without them. */
export const attemptsCost: Goal = {
  ids: ['G5', 'G7'],
  title: 'attempts: rate, CPU and WAL against the same store without',
  async run(bench: Bench): Promise<Figure[]> {
    const ours = await storeContender(bench, WORKERS);
    const without = await storeContender(bench, WORKERS, { attempts: false });
    const { jobs, rounds } = bench.options;
    const result = await compare(bench, ours, without, { backlog: 1_000, jobs, rounds: rounds * ROUNDS_FACTOR });
    const cpu = result.ours.cpuMs === undefined ? undefined : result.ours.cpuMs / (result.theirs.cpuMs ?? Number.NaN);
    const beside = besides(result);
    return [
      {
        goal: 'G5',
        what: 'store cycle / d, W = 16',
        value: result.ratio,
        unit: '×',
        target: { atLeast: 0.9 },
        beside,
        data: result,
      },
      { goal: 'G7', what: 'server CPU a cycle / d', value: cpu, unit: '×', target: { atMost: 1.3 }, beside },
      {
        goal: 'G7',
        what: 'WAL a cycle / d',
        value: result.ours.walBytes / result.theirs.walBytes,
        unit: '×',
        target: { atMost: 1.6 },
        beside,
      },
    ];
  },
};
