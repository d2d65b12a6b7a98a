import type { Goal } from './bench';
import { attemptsCost } from './goals/attempts-cost';
import { oldSnapshot, othersWork, withoutVacuum } from './goals/claim-latency';
import { doorbellLatency } from './goals/doorbell-latency';
import { enqueue } from './goals/enqueue';
import { heartbeats } from './goals/heartbeats';
import { idleSessions } from './goals/idle-sessions';
import { largeTable } from './goals/large-table';
import { mcpCycle } from './goals/mcp-cycle';
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
  mcpCycle,
  doorbellLatency,
  idleSessions,
];
