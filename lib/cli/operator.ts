import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Config, parseConfig } from '../config';
import { createDb, type PoolDb } from '../db/connection';
import { noAnswer } from '../db/database-failure';
import { findEmbedded } from '../db/embedded/find';
import { readMigrationState, whyNotMigratable } from '../db/migrate';
import { Bus } from '../signals/bus';
import { ChangeNotifier } from '../signals/change-notifier';
import { ReadyNotifier } from '../signals/ready-notifier';
import { Refused } from './failures';

/** Who runs the CLI: a direct line to the database, and the settings that belong to it. */
export interface Operator {
  readonly db: PoolDb;
  readonly config: Config;
  /** A direct connection, past a transaction pooler when there is one. */
  readonly directUrl: string;
  /** Says something to the person at the console without touching the result. */
  readonly note: (line: string) => void;
}

/** Where this version's migrations lie, whatever the working directory is. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../drizzle', import.meta.url));

/**
 * Runs one command's work against the database of the environment: DATABASE_URL, else the running embedded one. What the work
 * made claimable has been told to the servers when this returns.
 * @throws Refused naming the remedy when there is no database or its schema is not this version's
 */
export async function withOperator<T>(
  env: NodeJS.ProcessEnv,
  options: { readonly anySchema: boolean; readonly note: (line: string) => void },
  work: (operator: Operator) => Promise<T>,
): Promise<T> {
  const { config, warnings } = readSettings(env);
  warnings.forEach(options.note);
  const url = requireDatabase(config);
  const bus = new Bus(() =>
    options.note('the servers could not be told of what changed; they will find it by themselves'),
  );
  const db = createDb(url, config, (event) => bus.publish(event), { max: 2 });
  const notifier = new ReadyNotifier(db.sql, randomUUID(), () =>
    options.note('the servers could not be woken; they will find the work by themselves'),
  );
  bus.subscribe(notifier.subscriber);
  const changes = new ChangeNotifier({
    sql: db.sql,
    from: randomUUID(),
    // A short-lived process does not hear who looks: it tells everybody.
    audience: () => ({ here: false, elsewhere: true }),
    deliver: () => {},
    onError: () => {},
  });
  bus.subscribe(changes.subscriber);
  try {
    if (!options.anySchema) await assertSchema(db, url);
    return await work({ db, config, directUrl: config.databaseDirectUrl ?? url, note: options.note });
  } finally {
    await notifier.flush();
    await changes.flush();
    await db.sql.end({ timeout: 5 });
  }
}

/** NEXTAUTH_SECRET signs the Board's cookies, which the CLI has nothing to do with, so it may be absent here. */
const UNUSED_SECRET = 'the-cli-signs-no-board-sessions-and-needs-none';

/**
 * The settings of an environment, completed by those of the running embedded database when it names none.
 * @returns a `databaseUrl` that is undefined when there is no database at all
 * @throws ConfigError
 */
export function readSettings(env: NodeJS.ProcessEnv): { config: Config; warnings: string[] } {
  const given = { ...env, NEXTAUTH_SECRET: env.NEXTAUTH_SECRET || UNUSED_SECRET };
  const own = parseConfig(given);
  if (own.config.databaseUrl !== undefined) return own;
  const embedded = findEmbedded(own.config.dataDir);
  if (embedded === undefined) return own;
  const key = env.SWITCHBOARD_ENCRYPTION_KEY || embedded.secrets.encryptionKey;
  const said = env.SWITCHBOARD_BASE_URL || (env.PORT ? undefined : embedded.baseUrl);
  return parseConfig({
    ...given,
    DATABASE_URL: embedded.databaseUrl,
    SWITCHBOARD_ENCRYPTION_KEY: key,
    SWITCHBOARD_BASE_URL: said,
  });
}

function requireDatabase({ databaseUrl: url }: Config): string {
  if (url !== undefined) return url;
  throw new Refused('unavailable', 'no database: set DATABASE_URL, or run `npm start`, which brings one of its own');
}

async function assertSchema(db: PoolDb, url: string): Promise<void> {
  const state = await readMigrationState(db.sql, MIGRATIONS_FOLDER).catch((error) => refuseConnection(error, url));
  const reason = whyNotMigratable(state);
  if (reason !== undefined) throw new Refused('conflict', reason);
  if (state.pending > 0) {
    throw new Refused(
      'conflict',
      `the database lacks ${state.pending} migrations; run: npm run switchboard -- migrate`,
    );
  }
}

/**
 * Says in one line why a database does not answer, and where it was looked for.
 * @throws Refused always; it names neither user nor password
 */
export function refuseConnection(error: unknown, url: string): never {
  throw new Refused('unavailable', noAnswer('DATABASE_URL', url, error).message);
}
