import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { EmbeddedDatabaseError } from './errors';
import { run } from './run';

/** The account PostgreSQL runs under, which refuses to run as root. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** True when this process runs as root and PostgreSQL therefore needs another account. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account for a cluster: the owner of an existing one, else `postgres`, else `nobody`; undefined when this process
 * is not root and PostgreSQL simply runs as it.
 * @param clusterDir the cluster's directory, which need not exist
 * @throws EmbeddedDatabaseError when root has no account to hand over to
 */
export function serverUserFor(clusterDir: string): ServerUser | undefined {
  if (!isRoot()) return undefined;
  const owner = ownerOf(clusterDir);
  if (owner !== undefined && owner.uid !== 0) return owner;
  const user = account('postgres') ?? account('nobody');
  if (user === undefined) {
    throw new EmbeddedDatabaseError(
      'PostgreSQL does not run as root, and there is no user postgres or nobody: run as an ordinary user, or set DATABASE_URL',
    );
  }
  return user;
}

/** Whether that account can reach and write a directory; parents of mode 700 are what usually forbids it. */
export async function canUse(user: ServerUser, dir: string): Promise<boolean> {
  const { code } = await run('/bin/sh', ['-c', 'cd -- "$1" && test -x .', 'sh', dir], { user });
  return code === 0;
}

function ownerOf(dir: string): ServerUser | undefined {
  const stat = statSync(dir, { throwIfNoEntry: false });
  return stat === undefined ? undefined : { name: `uid ${stat.uid}`, uid: stat.uid, gid: stat.gid };
}

function account(name: string): ServerUser | undefined {
  try {
    return { name, uid: idOf('-u', name), gid: idOf('-g', name) };
  } catch {
    return undefined;
  }
}

function idOf(flag: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}
