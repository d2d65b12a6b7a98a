import { spawn } from 'node:child_process';
import { runCli } from '@/lib/cli/run-cli';
import { neutralEnvironment, projectRoot } from '../../support/project';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

type Settings = Record<string, string>;

/** Runs the CLI as a process of its own, with no settings but the given ones. */
export function spawnSwitchboard(settings: Settings, ...words: string[]): Promise<Ran> {
  const args = ['--import', 'tsx', 'lib/cli/main.ts', ...words];
  const bare = Object.entries(neutralEnvironment()).filter(([name]) => !name.startsWith('SWITCHBOARD_'));
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', ...Object.fromEntries(bare), ...settings };
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ran = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ran.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ran.err += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, ...ran }));
  });
}

/** Runs the CLI in this process, which is a second faster and the same but for the process around it. */
export async function switchboard(settings: Settings, ...words: string[]): Promise<Ran> {
  const ran = { out: '', err: '' };
  const code = await runCli(words, {
    env: { NODE_ENV: 'production', ...settings },
    out: (text) => {
      ran.out += `${text}\n`;
    },
    err: (line) => {
      ran.err += `${line}\n`;
    },
  });
  return { code, ...ran };
}

/** Runs it with `--json`, demands success and exactly one document, and reads that. */
export async function answerOf<T = Record<string, unknown>>(settings: Settings, ...words: string[]): Promise<T> {
  const { code, out, err } = await switchboard(settings, ...words, '--json');
  if (code !== 0) throw new Error(`switchboard ${words.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as T;
}
