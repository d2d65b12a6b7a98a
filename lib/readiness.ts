import { setTimeout } from 'node:timers/promises';
import { readMigrationState } from './db/migrate';
import type { Runtime } from './runtime';

const INTERVALS_ALLOWED = 3;
const GRACE_MS = 2_000;
const ANSWER_WITHIN_MS = 2_000;

export type NotReady = 'starting' | 'shutting_down' | 'database_unavailable' | 'migrations_pending' | 'sweep_late';

/**
 * Whether the process can do its work: the database answers, its schema is current and every sweep ran within three intervals.
 * @returns the first reason why not, or undefined
 */
export async function whyNotReady(runtime: Runtime): Promise<NotReady | undefined> {
  if (runtime.abort.signal.aborted) return 'shutting_down';
  if (!runtime.booted) return 'starting';
  try {
    const migrations = await withinDeadline(readMigrationState(runtime.db.sql));
    if (migrations.pending > 0 || migrations.newer || migrations.foreign) return 'migrations_pending';
  } catch {
    return 'database_unavailable';
  }
  return isLate(runtime) ? 'sweep_late' : undefined;
}

function isLate(runtime: Runtime): boolean {
  const now = performance.now();
  return [...runtime.heartbeats.values()].some(
    ({ intervalMs, lastSuccessMs }) =>
      lastSuccessMs === undefined || now - lastSuccessMs > INTERVALS_ALLOWED * intervalMs + GRACE_MS,
  );
}

/** A database that swallows packets answers nothing at all, and readiness must not wait with it. */
async function withinDeadline<T>(answer: Promise<T>): Promise<T> {
  const deadline = setTimeout(ANSWER_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new Error('no answer in time');
  });
  return await Promise.race([answer, deadline]);
}
