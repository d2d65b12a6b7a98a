import { type ChildProcess, spawn } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../setup/refusal.mjs';

const READY_DEADLINE_MS = { start: 60_000, dev: 180_000 };
const STOP_DEADLINE_MS = 12_000;
const PROBE_PAUSE_MS = 50;
const PROBE_TIMEOUT_MS = 5_000;

export interface NextOptions {
  readonly root: string;
  readonly mode: 'start' | 'dev';
  readonly host: string;
  readonly port: number;
  readonly env: Record<string, string>;
  /** Where its output goes: the launcher's own, or pipes for the one who reads them. */
  readonly output: 'inherit' | 'pipe';
}

/** How a server process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A Next server in a process (and process group) of its own. */
export interface NextServer {
  readonly child: ChildProcess;
  /** Settles when the process has ended, for whatever reason. */
  readonly ended: Promise<Ended>;
  /** Waits until /healthz answers 200. @throws Refusal when the process ends first or the time is up */
  ready(signal?: AbortSignal): Promise<void>;
  /** Asks it once to end, and ends it by force after 12 s or when `forced` aborts. */
  stop(forced?: AbortSignal): Promise<void>;
}

/**
 * Starts Next. It is not in the terminal's process group, so a Ctrl-C reaches it only through `stop`; over an IPC channel
 * it notices when this process was killed.
 */
export function startNext(options: NextOptions): NextServer {
  const { root, mode, host, port, env, output } = options;
  const preload = join(root, 'scripts', 'follow-launcher.cjs');
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const child = spawn(process.execPath, ['--require', preload, next, mode, '-H', host, '-p', String(port)], {
    cwd: root,
    env: env as NodeJS.ProcessEnv,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  const url = `http://${reachableHost(host)}:${port}/healthz`;
  return {
    child,
    ended,
    ready: (signal) => waitUntilHealthy(url, ended, READY_DEADLINE_MS[mode], signal),
    stop: (forced) => stopNext(child, ended, forced),
  };
}

/** How an ended server is told of. */
export function describeEnd({ code, signal }: Ended): string {
  return signal === null ? `with exit code ${code}` : `by ${signal}`;
}

async function waitUntilHealthy(
  url: string,
  ended: Promise<Ended>,
  deadlineMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  let end: Ended | undefined;
  void ended.then((how) => {
    end = how;
  });
  while (!(await isHealthy(url))) {
    signal?.throwIfAborted();
    if (end !== undefined)
      throw new Refusal(`The server ended ${describeEnd(end)} before it was ready: its lines above say why`);
    if (Date.now() > deadline) throw new Refusal(`The server did not answer on ${url} within ${deadlineMs / 1000} s`);
    await sleep(PROBE_PAUSE_MS);
  }
}

/** Leaves no idle connection behind, which Next would wait for when it stops. */
function isHealthy(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: PROBE_TIMEOUT_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}

async function stopNext(child: ChildProcess, ended: Promise<Ended>, forced?: AbortSignal): Promise<void> {
  const patience = new AbortController();
  const hurry = () => patience.abort();
  forced?.addEventListener('abort', hurry, { once: true });
  if (forced?.aborted) hurry();
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(STOP_DEADLINE_MS, undefined, { signal: patience.signal }).catch(() => {})]);
  forced?.removeEventListener('abort', hurry);
  hurry();
  killGroup(child);
  await ended;
}

/** Ends what is left of the group: the server itself past its deadline, and workers of the dev server. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
