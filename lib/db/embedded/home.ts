import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedDatabaseError, reasonOf } from './errors';
import { canUse, isRoot, type ServerUser, serverUserFor } from './server-user';

/** The directory that really holds cluster and secrets, and the account PostgreSQL runs under there. */
export interface Home {
  readonly dir: string;
  readonly clusterDir: string;
  readonly user: ServerUser | undefined;
}

/** Where the cluster lies inside a home. */
export function clusterDirOf(home: string): string {
  return join(home, 'postgres');
}

/**
 * Makes the data directory ready to use. As root, a directory that PostgreSQL's account cannot reach (below a home of
 * mode 700) is replaced by one that depends on the path alone, so that a later start and the CLI find the same.
 * @param say told where the data lies when that is not the data directory
 * @throws EmbeddedDatabaseError when neither can be used
 */
export async function prepareHome(dataDir: string, say: (line: string) => void): Promise<Home> {
  const wanted = resolve(dataDir);
  const elsewhere = fallbackFor(wanted);
  if (isRoot() && !holdsCluster(wanted) && holdsCluster(elsewhere))
    return moved(wanted, await usableHome(elsewhere), say);
  const home = await makeHome(wanted);
  if (await reachable(home)) return home;
  if (holdsCluster(wanted)) {
    throw new EmbeddedDatabaseError(
      `${home.clusterDir} cannot be reached by ${home.user?.name}: open the directories above it (chmod o+x), or set SWITCHBOARD_DATA_DIR`,
    );
  }
  return moved(wanted, await usableHome(elsewhere), say);
}

/** The home of a data directory that already holds a cluster; undefined when there is none. */
export function existingHome(dataDir: string): string | undefined {
  const wanted = resolve(dataDir);
  const candidates = isRoot() ? [wanted, fallbackFor(wanted)] : [wanted];
  return candidates.find(holdsCluster);
}

/** Whether a home holds a finished cluster. */
export function holdsCluster(home: string): boolean {
  return existsSync(join(clusterDirOf(home), 'PG_VERSION'));
}

/** The substitute for a data directory out of PostgreSQL's reach: the same path always gives the same place. */
export function fallbackFor(dataDir: string): string {
  const name = `switchboard-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  return join(isWritable('/var/lib') ? '/var/lib' : tmpdir(), name);
}

async function usableHome(dir: string): Promise<Home> {
  const home = await makeHome(dir);
  if (lstatSync(dir).isSymbolicLink() || statSync(dir).uid !== process.getuid?.()) {
    throw new EmbeddedDatabaseError(
      `${dir} belongs to another user: set SWITCHBOARD_DATA_DIR to a directory of your own`,
    );
  }
  if (await reachable(home)) return home;
  throw new EmbeddedDatabaseError(
    `${dir} cannot be reached by ${home.user?.name}: set SWITCHBOARD_DATA_DIR, or DATABASE_URL`,
  );
}

async function makeHome(dir: string): Promise<Home> {
  try {
    makeDirectories(dir, isRoot() ? 0o711 : 0o700);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (isRoot()) chmodSync(dir, statSync(dir).mode | 0o011);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `${dir} cannot be written (${reasonOf(error)}): make it writable, or set SWITCHBOARD_DATA_DIR to a directory that is`,
    );
  }
  return { dir, clusterDir: clusterDirOf(dir), user: serverUserFor(clusterDirOf(dir)) };
}

/** Not mkdir's own `recursive`: below a directory that refuses with ENOENT, as /proc does, Node would try for ever. */
function makeDirectories(dir: string, mode: number): void {
  if (existsSync(dir)) return;
  makeDirectories(dirname(dir), mode);
  try {
    mkdirSync(dir, { mode });
  } catch (error) {
    if (!existsSync(dir)) throw error;
  }
}

async function reachable(home: Home): Promise<boolean> {
  return home.user === undefined || (await canUse(home.user, home.dir));
}

function moved(wanted: string, home: Home, say: (line: string) => void): Home {
  say(`The data lies in ${home.dir}: PostgreSQL's account cannot reach ${wanted}`);
  return home;
}

function isWritable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
