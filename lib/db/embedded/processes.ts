import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A text that differs between two processes which bore the same id one after the other; undefined when no live process
 * bears it. A zombie counts as dead: in a container without an init it would look alive for ever.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxIdentity(pid);
  return canBeSignalled(pid) ? `${pid}` : undefined;
}

/** Whether a live process of that id is a PostgreSQL server; a stale pid file may name any other program. */
export function isPostgres(pid: number): boolean {
  if (processIdentity(pid) === undefined) return false;
  try {
    return nameOf(pid).includes('postgres');
  } catch {
    return false;
  }
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startedAt] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' ? undefined : `${pid}-${startedAt}`;
  } catch {
    return undefined;
  }
}

function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function nameOf(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/comm`, 'utf8');
  return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
}
