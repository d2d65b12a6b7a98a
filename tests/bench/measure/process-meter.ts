import { readFileSync } from 'node:fs';

const MS_PER_TICK = 10;
const UTIME = 11;
const STIME = 12;
const KIB_PER_PAGE = 4;

/** What one process has used up so far, and holds now. Undefined where there is no /proc. */
export interface ProcessReading {
  readonly cpuMs: number;
  readonly residentKiB: number;
}

/** Reads a process's CPU time, of its children aside, and its resident memory. */
export function readProcess(pid: number): ProcessReading | undefined {
  const stat = statOf(pid);
  if (stat === undefined) return undefined;
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return { cpuMs: MS_PER_TICK * (Number(stat[UTIME]) + Number(stat[STIME])), residentKiB: pages * KIB_PER_PAGE };
}

/** The fields of /proc/PID/stat from the state on: the command before it may hold spaces. */
export function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
