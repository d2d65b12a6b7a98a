import { DATABASE_USER } from './cluster';
import { clusterDirOf, existingHome } from './home';
import { runningPostmaster } from './postmaster';
import { readSecrets, type Secrets } from './secrets';
import { servingAt } from './serving';

/** How to reach an embedded database that is running. */
export interface EmbeddedConnection {
  readonly databaseUrl: string;
  readonly secrets: Secrets;
}

/** One that was found, with where a server on it says that it serves. */
export interface FoundDatabase extends EmbeddedConnection {
  readonly baseUrl: string | undefined;
}

/**
 * Finds the running database of a data directory, for the operator CLI.
 * @param dataDir SWITCHBOARD_DATA_DIR; a relative one starts at the working directory
 * @returns undefined when there is none, or it is not running
 * @throws EmbeddedDatabaseError when its secrets cannot be read by this user
 */
export function findEmbedded(dataDir: string): FoundDatabase | undefined {
  const home = existingHome(dataDir);
  const postmaster = home === undefined ? undefined : runningPostmaster(clusterDirOf(home));
  if (home === undefined || postmaster === undefined || !postmaster.ready) return undefined;
  const secrets = readSecrets(home);
  if (secrets === undefined) return undefined;
  return { databaseUrl: databaseUrlOf(postmaster.port, secrets), secrets, baseUrl: servingAt(home) };
}

/** The URL of the embedded database on a port. */
export function databaseUrlOf(port: number, secrets: Secrets, database = DATABASE_USER): string {
  return `postgres://${DATABASE_USER}:${secrets.databasePassword}@127.0.0.1:${port}/${database}`;
}
