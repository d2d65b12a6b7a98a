import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './errors';
import { processIdentity } from './processes';

const LOCK_DEADLINE_MS = 90_000;
const LOCK_PAUSE_MS = 100;
const UNWRITTEN_LOCK_MS = 5_000;

/** Notes that this process uses the cluster of a home, until `leave` or its death. */
export function enter(home: string): void {
  mkdirSync(launchersDir(home), { recursive: true, mode: 0o700 });
  writeFileSync(join(launchersDir(home), String(process.pid)), processIdentity(process.pid) ?? '');
}

/**
 * Takes this process's note away.
 * @returns whether no other live process uses the cluster, so that it should be stopped
 */
export function leave(home: string): boolean {
  rmSync(join(launchersDir(home), String(process.pid)), { force: true });
  const others = readdirSync(launchersDir(home));
  return !others.some((name) => isLive(join(launchersDir(home), name), Number(name)));
}

/**
 * Runs something that no other launcher of the same home may do at the same time: starting and stopping the cluster.
 * A lock left by a killed process is ignored.
 * @param signal ends the waiting for another one
 * @throws EmbeddedDatabaseError when another process holds it for more than a minute and a half
 */
export async function exclusively<T>(home: string, act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const lock = join(home, 'launcher.lock');
  const deadline = Date.now() + LOCK_DEADLINE_MS;
  while (!tryLock(lock)) {
    if (Date.now() > deadline) {
      throw new EmbeddedDatabaseError(`Another Switchboard is still starting in ${home}: wait for it, or end it`);
    }
    await sleep(LOCK_PAUSE_MS, undefined, { signal });
  }
  try {
    return await act();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid} ${processIdentity(process.pid)}`, { flag: 'wx' });
    return true;
  } catch {
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** A lock whose process is gone, or that was never written to because its process was killed right then. */
function isAbandoned(lock: string): boolean {
  const [pid, identity] = read(lock).split(' ');
  if (identity !== undefined) return processIdentity(Number(pid)) !== identity;
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > UNWRITTEN_LOCK_MS;
}

function isLive(file: string, pid: number): boolean {
  const identity = processIdentity(pid);
  return identity !== undefined && identity === read(file);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function launchersDir(home: string): string {
  return join(home, 'launchers');
}
