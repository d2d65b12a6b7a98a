import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { serverEnvironment } from '@/scripts/serve/environment';
import { type NextServer, startNext } from '@/scripts/serve/next-server';
import { cloneDatabase } from './cluster';
import { neutralEnvironment, projectRoot } from './project';

export interface ServerOptions {
  /** Settings beyond those the launcher gives. */
  readonly env?: Record<string, string>;
  /** An existing database, which is left alone; by default the server gets one of its own. */
  readonly databaseUrl?: string;
  /** Where it really listens; its settings say 127.0.0.1 all the same. */
  readonly host?: string;
  /** A fixed port, for a second start on the same one; free by default. */
  readonly port?: number;
}

/** A production server that a test started, and only that test may end. */
export interface TestServer {
  /** Its origin, such as `http://127.0.0.1:4711`. */
  readonly url: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly pid: number;
  /** Everything it has written so far. */
  logs(): string;
  /** Ends it in order, and drops the database it was given. */
  stop(): Promise<void>;
  /** Kills it outright. Its database stays until `stop`. */
  kill9(): Promise<void>;
}

/** Starts the production build on a free loopback port with the environment the launcher would give. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  if (!existsSync(join(projectRoot, '.next', 'BUILD_ID')))
    throw new Error('There is no production build: run npm run build first');
  const own = options.databaseUrl === undefined ? await cloneDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? own?.url ?? '';
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const next = startNext({
    root: projectRoot,
    mode: 'start',
    host: options.host ?? '127.0.0.1',
    port,
    env: { ...launcherEnvironment(databaseUrl, port, url), ...options.env },
    output: 'pipe',
  });
  const logs = collect(next);
  const stop = async () => {
    await next.stop();
    await own?.drop();
  };
  try {
    await next.ready();
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : error}\n${logs()}`);
  }
  const kill9 = async () => {
    next.child.kill('SIGKILL');
    await next.ended;
  };
  return { url, port, databaseUrl, pid: next.child.pid ?? 0, logs, stop, kill9 };
}

/** A loopback port nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function launcherEnvironment(databaseUrl: string, port: number, baseUrl: string): Record<string, string> {
  const settings = {
    databaseUrl,
    host: '127.0.0.1',
    port,
    baseUrl,
    nextauthSecret: randomBytes(32).toString('base64url'),
    encryptionKey: randomBytes(32).toString('base64'),
  };
  // Next reads .env files by itself; this tells it that someone has done so already.
  return { ...serverEnvironment(neutralEnvironment(), settings), __NEXT_PROCESSED_ENV: 'true' };
}

function collect({ child }: NextServer): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}
