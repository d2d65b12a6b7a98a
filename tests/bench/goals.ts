import type { Goal } from './bench';
import { attemptsCost } from './goals/attempts-cost';
import { oldSnapshot, othersWork, withoutVacuum } from './goals/claim-latency';
import { enqueue } from './goals/enqueue';
import { heartbeats } from './goals/heartbeats';
import { largeTable } from './goals/large-table';
import { againstGraphile, againstPgBoss, againstPgbench } from './goals/peers';

/** Everything that is measured, in the order of the table. */
export const goals: readonly Goal[] = [
  againstPgBoss,
  againstGraphile,
  againstPgbench,
  attemptsCost,
  largeTable,
  oldSnapshot,
  withoutVacuum,
  othersWork,
  heartbeats,
  enqueue,
];
