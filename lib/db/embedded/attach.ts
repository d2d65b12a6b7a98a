import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../connection';
import { DATABASE_USER } from './cluster';
import { EmbeddedDatabaseError, reasonOf } from './errors';
import { databaseUrlOf } from './find';
import type { Home } from './home';
import { runningPostmaster } from './postmaster';
import { type Secrets, secretsFile } from './secrets';

const ATTACH_DEADLINE_MS = 60_000;
const PAUSE_MS = 100;
const WRONG_PASSWORD = '28P01';
const EXISTS_ALREADY = '42P04';

/**
 * Waits for the server that already runs in a home to take our connections.
 * @param signal ends the waiting
 * @returns its port, or undefined when none runs or it ended meanwhile
 * @throws EmbeddedDatabaseError when it refuses our password, or never answers
 */
export async function attach(home: Home, secrets: Secrets, signal?: AbortSignal): Promise<number | undefined> {
  const deadline = Date.now() + ATTACH_DEADLINE_MS;
  for (;;) {
    const postmaster = runningPostmaster(home.clusterDir);
    if (postmaster === undefined) return undefined;
    const problem = postmaster.ready ? await ping(postmaster.port, secrets) : 'it is still starting';
    if (problem === undefined) return postmaster.port;
    if (problem === WRONG_PASSWORD) {
      throw new EmbeddedDatabaseError(
        `PostgreSQL in ${home.dir} does not know the password in ${secretsFile(home.dir)}: restore that file`,
      );
    }
    if (Date.now() > deadline)
      throw new EmbeddedDatabaseError(`PostgreSQL in ${home.dir} runs but does not answer (${problem})`);
    await sleep(PAUSE_MS, undefined, { signal });
  }
}

/** Makes Switchboard's own database in a running cluster, unless it exists. */
export async function ensureDatabase(port: number, secrets: Secrets): Promise<void> {
  const sql = connectOnce(databaseUrlOf(port, secrets, 'postgres'));
  try {
    const [row] = await sql`select from pg_database where datname = ${DATABASE_USER}`;
    if (row === undefined) await sql`create database ${sql(DATABASE_USER)}`;
  } catch (error) {
    if (reasonOf(error) !== EXISTS_ALREADY)
      throw new EmbeddedDatabaseError(`The embedded database cannot be used: ${reasonOf(error)}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function ping(port: number, secrets: Secrets): Promise<string | undefined> {
  const sql = connectOnce(databaseUrlOf(port, secrets, 'postgres'));
  try {
    await sql`select 1`;
    return undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function connectOnce(url: string) {
  return connect(url, { max: 1, name: 'switchboard-launcher' });
}
