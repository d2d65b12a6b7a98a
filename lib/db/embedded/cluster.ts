import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries';
import { EmbeddedDatabaseError } from './errors';
import type { Home } from './home';
import { run } from './run';

/** The cluster's superuser and the database made for Switchboard. */
export const DATABASE_USER = 'switchboard';

/** Major version of the cluster in a home; undefined when there is none yet. */
export function clusterMajor(home: Home): number | undefined {
  const file = join(home.clusterDir, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

export interface ClusterOptions {
  /** For tests: nothing survives a crash of the machine, and many connections are allowed. */
  readonly throwaway?: boolean;
}

/**
 * Makes a cluster that listens on the loopback address only and asks for the password (scram). It is built beside its
 * place and moved there when complete, so a start that was killed half-way leaves nothing that looks like a cluster.
 * @throws EmbeddedDatabaseError with the last line of what `initdb` said
 */
export async function initCluster(
  home: Home,
  binaries: Binaries,
  password: string,
  options: ClusterOptions,
): Promise<void> {
  if (existsSync(home.clusterDir) && readdirSync(home.clusterDir).length > 0) {
    throw new EmbeddedDatabaseError(
      `${home.clusterDir} holds something that is no PostgreSQL cluster: move it away, or set SWITCHBOARD_DATA_DIR to another directory`,
    );
  }
  const draft = `${home.clusterDir}.new`;
  const passwordFile = join(home.dir, 'initdb-password');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  try {
    if (home.user !== undefined)
      for (const path of [draft, passwordFile]) chownSync(path, home.user.uid, home.user.gid);
    const made = await run(join(binaries.dir, 'initdb'), initdbArguments(draft, passwordFile, binaries), {
      user: home.user,
    });
    if (made.code !== 0)
      throw new EmbeddedDatabaseError(`initdb could not make a cluster in ${home.dir}: ${lastLine(made.output)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  appendFileSync(join(draft, 'postgresql.conf'), settings(options));
  renameSync(draft, home.clusterDir);
}

/** Makes a cluster that was copied by root belong to PostgreSQL's account again, with the mode it insists on. */
export async function repairOwnership(home: Home): Promise<void> {
  if (home.user === undefined) return;
  if (statSync(home.clusterDir).uid !== home.user.uid) {
    await run('chown', ['-R', `${home.user.uid}:${home.user.gid}`, home.clusterDir]);
  }
  chmodSync(home.clusterDir, 0o700);
}

/** The last line of a command's output that says something. */
function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() ?? '';
}

function initdbArguments(dir: string, passwordFile: string, { major }: Binaries): string[] {
  const locale = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  return [
    ...['-D', dir, '-U', DATABASE_USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--locale=C', '--no-instructions', '--no-sync', ...locale],
  ];
}

function settings({ throwaway = false }: ClusterOptions): string {
  const disposable = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', 'max_connections = 400'];
  const lines = [
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
  ];
  return `\n# Switchboard\n${[...lines, ...(throwaway ? disposable : [])].join('\n')}\n`;
}
