import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Unmet } from './tell';

const CLAIMS_WITHIN_MS = 20_000;

/**
 * Starts a worker as a process of its own and kills it with SIGKILL once it holds a todo.
 * @returns the id of the todo it held, and its process id
 * @throws Unmet when it claims nothing in time
 */
export async function claimAndDie(
  mcpUrl: string,
  token: string,
  leaseTtlSeconds: number,
): Promise<{ todoId: string; pid: number }> {
  const script = fileURLToPath(new URL('worker.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, mcpUrl, String(leaseTtlSeconds)], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, DEMO_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return { todoId: await firstLine(child), pid: child.pid ?? 0 };
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Unmet('expected the worker process to say what it claimed');
  const signal = AbortSignal.timeout(CLAIMS_WITHIN_MS);
  try {
    for await (const line of createInterface({ input: child.stdout, signal })) return line;
  } catch {
    signal.throwIfAborted();
  }
  throw new Unmet('expected the worker process to claim a todo');
}
