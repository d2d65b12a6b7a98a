import { resolve } from 'node:path';
import type { Config } from '@/lib/config';
import { existingHome } from '@/lib/db/embedded/home';
import { noteServing } from '@/lib/db/embedded/serving';
import { startEmbedded } from '@/lib/db/embedded/start';
import { print } from '../setup/step.mjs';
import { assertReachable } from './external-database';

/** The database a server runs on, embedded or not, with the secrets that belong to it. */
export interface Database {
  readonly url: string;
  /** For migrations: past a transaction pooler, when there is one. */
  readonly directUrl: string;
  readonly nextauthSecret: string;
  readonly encryptionKey: string | undefined;
  /** What was done, in words. */
  readonly told: string;
  /** Tells the CLI where the server serves, until `stop`. */
  serving(baseUrl: string): void;
  /** Stops an embedded one that nobody else uses. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

/**
 * Opens the database of a configuration: DATABASE_URL when set, else the embedded one of the data directory.
 * @param root the project's folder, where a relative data directory starts
 * @param signal gives up; an embedded database that was being started is stopped again
 */
export async function openDatabase(config: Config, root: string, signal: AbortSignal): Promise<Database> {
  return config.databaseUrl === undefined
    ? openEmbedded(config, root, signal)
    : openExternal(config, config.databaseUrl, signal);
}

async function openEmbedded(config: Config, root: string, signal: AbortSignal): Promise<Database> {
  let told = '';
  let say = (line: string) => {
    if (told !== '') print(`  ${told}`);
    told = line;
  };
  const dataDir = resolve(root, config.dataDir);
  const database = await startEmbedded(dataDir, (line) => say(line), { signal });
  say = print;
  let forget = () => {};
  return {
    url: database.databaseUrl,
    directUrl: database.databaseUrl,
    nextauthSecret: config.nextauthSecret ?? database.secrets.nextauthSecret,
    encryptionKey: config.encryptionKey?.toString('base64') ?? database.secrets.encryptionKey,
    told,
    serving: (baseUrl) => {
      const home = existingHome(dataDir);
      if (home !== undefined) forget = noteServing(home, baseUrl);
    },
    stop: async (mode) => {
      forget();
      await database.stop(mode);
    },
  };
}

async function openExternal(config: Config, url: string, signal: AbortSignal): Promise<Database> {
  const directUrl = config.databaseDirectUrl ?? url;
  const pooled = directUrl !== url;
  await assertReachable('DATABASE_URL', url, { pooled, signal });
  if (pooled) await assertReachable('SWITCHBOARD_DATABASE_DIRECT_URL', directUrl, { pooled: false, signal });
  return {
    url,
    directUrl,
    nextauthSecret: config.nextauthSecret ?? '',
    encryptionKey: config.encryptionKey?.toString('base64'),
    told: `PostgreSQL at ${new URL(url).host} answers`,
    serving: () => {},
    stop: async () => {},
  };
}
