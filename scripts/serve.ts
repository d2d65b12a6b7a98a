import { type Config, ConfigError, parseConfig } from '@/lib/config';
import { DatabaseFailure } from '@/lib/db/database-failure';
import { EmbeddedDatabaseError } from '@/lib/db/embedded/errors';
import { migrate } from '@/lib/db/migrate';
import { type Database, openDatabase } from './serve/database';
import { serverEnvironment } from './serve/environment';
import { describeEnd, startNext } from './serve/next-server';
import { assertPortFree } from './serve/port';
import { startLink } from './serve/start-link';
import { Refusal } from './setup/refusal.mjs';
import { print, step } from './setup/step.mjs';
import type { StopRequests } from './setup/stop-requests.mjs';

export interface ServeOptions {
  readonly config: Config;
  readonly dev: boolean;
  readonly root: string;
  readonly stop: StopRequests;
}

/**
 * Reads and checks the settings before anything slow is begun: every wrong variable at once, then the port.
 * @throws Refusal with one line per problem
 */
export async function readSettings(env: NodeJS.ProcessEnv): Promise<Config> {
  try {
    const { config, warnings } = parseConfig(env);
    for (const warning of warnings) print(`! ${warning}`);
    await assertPortFree(config.host, config.port);
    return config;
  } catch (error) {
    throw error instanceof ConfigError ? new Refusal(error.problems.join('\n✗ ')) : error;
  }
}

/**
 * Opens the database, migrates, serves, and stays until it is asked to stop.
 * @returns the exit code: 0 after a wish to stop, 1 when the server ended by itself
 * @throws Refusal naming cause and remedy when something on the way is not possible
 */
export async function serve(options: ServeOptions): Promise<number> {
  const { config, root, stop } = options;
  let database: Database | undefined;
  try {
    await step('Opening the database', async () => {
      database = await openDatabase(config, root, stop.signal).catch(refuse);
      return database.told;
    });
    return database === undefined ? 1 : await serveOn(database, options);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return 0;
  } finally {
    await database?.stop(stop.forced.aborted ? 'immediate' : 'fast');
    if (stop.signal.aborted) print('✓ Stopped');
  }
}

async function serveOn(database: Database, { config, dev, root, stop }: ServeOptions): Promise<number> {
  stop.signal.throwIfAborted();
  await step('Migrating the database', async () => {
    const { pending } = await migrate(database.directUrl, undefined, stop.signal).catch(refuse);
    return pending === 0 ? 'Database schema is current' : `Applied ${pending} migrations`;
  });
  stop.signal.throwIfAborted();
  const { host, port, baseUrl } = config;
  const env = serverEnvironment(process.env, { ...database, databaseUrl: database.url, host, port, baseUrl });
  const next = startNext({ root, mode: dev ? 'dev' : 'start', host, port, env, output: 'inherit' });
  try {
    await step('Starting the server', async () => {
      await next.ready(stop.signal);
      database.serving(baseUrl);
      return `Serving on ${baseUrl}`;
    });
    print(
      `\n  Board    ${baseUrl}\n  Sign in  ${await startLink(database.url, config)}  (works once, for 15 minutes)\n`,
    );
    const end = await Promise.race([next.ended, aborted(stop.signal)]);
    if (end === undefined) return 0;
    print(`✗ The server ended by itself ${describeEnd(end)}`);
    return 1;
  } finally {
    if (stop.signal.aborted) print('\nStopping');
    await next.stop(stop.forced);
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function refuse(error: unknown): never {
  const isTold = error instanceof EmbeddedDatabaseError || error instanceof DatabaseFailure;
  throw isTold ? new Refusal(error.message) : error;
}
