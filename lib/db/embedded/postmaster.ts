import { readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries';
import { EmbeddedDatabaseError } from './errors';
import type { Home } from './home';
import { isPostgres } from './processes';
import { run } from './run';

/** A running server of a cluster, as its pid file tells it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

const START_DEADLINE_MS = 120_000;
const RETRY_PAUSE_MS = 250;
const LARGEST_LOG_BYTES = 16 * 1024 * 1024;
const PASSING = /lock file|still in use|being shut down|starting up|is another postmaster/i;
const PORT_TAKEN = /could not bind|address already in use|could not create any TCP/i;

/** The live server of a cluster; undefined when none runs, whatever a stale pid file says. */
export function runningPostmaster(clusterDir: string): Postmaster | undefined {
  const lines = readLines(join(clusterDir, 'postmaster.pid'));
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || !isPostgres(pid)) return undefined;
  return { pid, port, ready: lines[7]?.trim() === 'ready' };
}

export interface PostmasterOptions {
  /** Loopback port; a free one by default. */
  readonly port?: number | undefined;
  /** Ends the waiting for the server, which may go on starting. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts the server of a cluster and waits until it takes connections. The remains of a killed server (its children,
 * its lock file) and a port that someone else took meanwhile are waited out and tried again.
 * @returns the port it listens on
 * @throws EmbeddedDatabaseError with PostgreSQL's own last words
 */
export async function startPostmaster(
  home: Home,
  binaries: Binaries,
  options: PostmasterOptions = {},
): Promise<number> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    forgetDeadServer(home.clusterDir);
    const chosen = options.port ?? (await freePort());
    const offset = logSize(home.clusterDir);
    if (await launch(home, binaries, chosen, options.signal)) return chosen;
    options.signal?.throwIfAborted();
    const words = readLog(home.clusterDir, offset);
    const worthRetrying = PASSING.test(words) || PORT_TAKEN.test(words);
    if (!worthRetrying || Date.now() > deadline) throw new EmbeddedDatabaseError(refusal(home, words));
    await sleep(RETRY_PAUSE_MS, undefined, { signal: options.signal });
  }
}

/** Stops the server of a cluster, if one runs. Mode `immediate` skips the orderly shutdown; the next start recovers. */
export async function stopPostmaster(home: Home, binaries: Binaries, mode: 'fast' | 'immediate'): Promise<void> {
  if (runningPostmaster(home.clusterDir) === undefined) return;
  const args = ['stop', '-D', home.clusterDir, '-m', mode, '-w', '-t', '30', '-s'];
  const { code, output } = await run(join(binaries.dir, 'pg_ctl'), args, { user: home.user });
  if (code !== 0 && runningPostmaster(home.clusterDir) !== undefined) {
    throw new EmbeddedDatabaseError(`PostgreSQL in ${home.dir} did not stop: ${output.trim()}`);
  }
}

async function launch(home: Home, binaries: Binaries, port: number, signal?: AbortSignal): Promise<boolean> {
  const log = logFile(home.clusterDir);
  const args = ['start', '-D', home.clusterDir, '-l', log, '-w', '-t', '120', '-s', '-o', `-p ${port}`];
  return (
    (await run(join(binaries.dir, 'pg_ctl'), args, { user: home.user, timeoutMs: START_DEADLINE_MS, signal })).code ===
    0
  );
}

/** PostgreSQL trusts a pid file whose number another program bears by now, and would refuse to start. */
function forgetDeadServer(clusterDir: string): void {
  if (runningPostmaster(clusterDir) === undefined) rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
  if (logSize(clusterDir) > LARGEST_LOG_BYTES) truncateSync(logFile(clusterDir));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function refusal(home: Home, words: string): string {
  const line =
    words.split('\n').findLast((text) => /FATAL|PANIC|ERROR|could not/.test(text)) ?? words.trim().split('\n').at(-1);
  return `PostgreSQL did not start: ${line?.trim() || 'no reason given'} (log: ${logFile(home.clusterDir)})`;
}

function logFile(clusterDir: string): string {
  return join(clusterDir, 'server.log');
}

function logSize(clusterDir: string): number {
  return statSync(logFile(clusterDir), { throwIfNoEntry: false })?.size ?? 0;
}

function readLog(clusterDir: string, offset: number): string {
  return readFileSync(logFile(clusterDir), { flag: 'a+' }).subarray(offset).toString();
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
