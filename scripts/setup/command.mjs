import { spawn } from 'node:child_process';
import { root } from './project.mjs';
import { Refusal } from './refusal.mjs';

const TAIL_LINES = 40;
const KILL_AFTER_MS = 5_000;

/**
 * Runs a command to its end, without input, in a process group of its own so that it can be ended with all its children.
 * @param options.name what a failure calls it
 * @param options.signal ends the command when it aborts
 * @param options.echo true passes its output on as it comes
 * @returns its exit code; null when a signal ended it
 */
export async function runCommand(
  file,
  args,
  { env = process.env, signal, echo = false, onOutput, cwd = root, timeoutMs } = {},
) {
  signal?.throwIfAborted();
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      if (echo) process.stdout.write(text);
      onOutput?.(text);
    });
  }
  const end = () => endGroup(child);
  signal?.addEventListener('abort', end, { once: true });
  const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    signal?.throwIfAborted();
  }
}

/** Runs a command quietly; when it fails, refuses with the end of its output. */
export async function mustRun(name, file, args, options = {}) {
  let output = '';
  const keep = (text) => {
    output = (output + text)
      .split('\n')
      .slice(-TAIL_LINES - 1)
      .join('\n');
  };
  const code = await runCommand(file, args, { ...options, onOutput: keep }).catch((error) => {
    options.signal?.throwIfAborted();
    throw new Refusal(`${name} could not be run: ${error.message}`);
  });
  if (code !== 0)
    throw new Refusal(`${name} failed (exit code ${code}). The end of its output:\n\n${output.trimEnd()}\n`);
  return output;
}

function endGroup(child) {
  signalGroup(child.pid, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS);
  child.once('close', () => clearTimeout(timer));
}

function signalGroup(pid, name) {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // It has ended by itself.
  }
}
