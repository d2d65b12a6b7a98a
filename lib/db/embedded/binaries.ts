import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { EmbeddedDatabaseError } from './errors';
import { packageBinaries, packageFolder } from './package-binaries';
import { run } from './run';
import type { ServerUser } from './server-user';

/** A folder with `initdb`, `pg_ctl` and `postgres` of one major version that run on this machine. */
export interface Binaries {
  readonly dir: string;
  readonly major: number;
}

export interface Wanted {
  /** Data directory, into which binaries out of reach may be copied. */
  readonly home: string;
  /** Account that has to be able to run them. */
  readonly user: ServerUser | undefined;
  /** Major version of the existing cluster; undefined when any will do. */
  readonly major: number | undefined;
}

/** Where binaries are looked for; tests give their own. */
export interface Places {
  readonly packageFolder: string | undefined;
  readonly path: string;
  readonly debianFolder: string;
}

/** The places of this machine. */
function machinePlaces(): Places {
  return { packageFolder: packageFolder(), path: process.env.PATH ?? '', debianFolder: '/usr/lib/postgresql' };
}

/**
 * Finds PostgreSQL's binaries: those npm installed, then those on PATH, then Debian's versioned folders, newest first.
 * With an existing cluster the first of the same major version.
 * @throws EmbeddedDatabaseError when none runs here, or none fits the cluster
 */
export async function locateBinaries(wanted: Wanted, places: Places = machinePlaces()): Promise<Binaries> {
  const found: number[] = [];
  for await (const dir of candidates(wanted, places)) {
    const major = await majorOf(dir, wanted.user);
    if (major === undefined) continue;
    if (wanted.major === undefined || wanted.major === major) return { dir, major };
    found.push(major);
  }
  throw new EmbeddedDatabaseError(
    wanted.major === undefined || found.length === 0 ? noBinaries(wanted) : mismatch(wanted, found),
  );
}

async function* candidates({ home, user }: Wanted, places: Places): AsyncGenerator<string> {
  if (places.packageFolder !== undefined) yield await packageBinaries(places.packageFolder, home, user);
  for (const dir of places.path.split(delimiter)) {
    if (dir !== '' && existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'pg_ctl'))) {
      yield dirname(realpathSync(join(dir, 'pg_ctl')));
    }
  }
  if (!existsSync(places.debianFolder)) return;
  const versions = readdirSync(places.debianFolder).sort((a, b) => Number(b) - Number(a));
  for (const version of versions) yield join(places.debianFolder, version, 'bin');
}

async function majorOf(dir: string, user: ServerUser | undefined): Promise<number | undefined> {
  const { code, output } = await run(join(dir, 'initdb'), ['--version'], { user });
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  return code === 0 && major !== undefined ? Number(major) : undefined;
}

function noBinaries({ major }: Wanted): string {
  const what = major === undefined ? 'PostgreSQL' : `PostgreSQL ${major}`;
  return `No ${what} binaries run on this machine (${process.platform}-${process.arch}): install PostgreSQL, or set DATABASE_URL`;
}

function mismatch({ home, major }: Wanted, found: readonly number[]): string {
  const versions = [...new Set(found)].join(' and ');
  return `The database in ${home} was made by PostgreSQL ${major}, but only ${versions} was found: install PostgreSQL ${major}, or set DATABASE_URL`;
}
