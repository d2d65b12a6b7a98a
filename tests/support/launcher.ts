import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { neutralEnvironment, projectRoot } from './project';

/** A launcher that a test started: `npm start` without npm. */
export interface Launcher {
  readonly child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Settles with its exit code; null when a signal killed it. */
  readonly ended: Promise<number | null>;
  /** Waits until it has printed something. @throws Error with its output when it ends first */
  printed(what: RegExp): Promise<RegExpMatchArray>;
}

/** Runs scripts/start.mjs with settings, in a process group of its own. */
export function launch(settings: Record<string, string>): Launcher {
  const child = spawn(process.execPath, [join(projectRoot, 'scripts', 'start.mjs')], {
    cwd: '/',
    // Started as if by npm, it ends when this process is killed.
    env: { ...neutralEnvironment(), NODE_ENV: 'production', npm_lifecycle_event: 'start', ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const watcher of watchers) watcher();
    });
  }
  const printed = (what: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const match = what.exec(text);
        if (match !== null) resolve(match);
      };
      watchers.add(look);
      look();
      void ended.then((code) => reject(new Error(`The launcher ended with ${code}:\n${text}`)));
    });
  return { child, output: () => text, ended, printed };
}
