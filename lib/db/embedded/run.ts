import { spawn } from 'node:child_process';
import type { ServerUser } from './server-user';

/** How a command ended: `code` is null when it could not be started or was killed; `output` is stdout and stderr. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

export interface RunOptions {
  /** Whom to run as; undefined runs as the current user. */
  readonly user?: ServerUser | undefined;
  /** Directory to run in; `/` by default, which every user can reach. */
  readonly cwd?: string;
  /** Milliseconds until the command is killed. */
  readonly timeoutMs?: number;
  /** Kills the command. */
  readonly signal?: AbortSignal | undefined;
}

const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot'];

/**
 * Runs a command in a process group of its own, so that a Ctrl-C in the terminal does not reach it.
 * Its environment holds neither secrets nor `PG*` settings. Never throws: a command that cannot start has code null.
 */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { user, cwd = '/', timeoutMs = 60_000, signal } = options;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: bareEnvironment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(signal === undefined ? {} : { signal }),
      ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = PASSED_ON.map((name) => [name, process.env[name]] as const).filter(([, value]) => value !== undefined);
  return { NODE_ENV: 'production', LC_ALL: 'C', ...Object.fromEntries(kept) };
}
