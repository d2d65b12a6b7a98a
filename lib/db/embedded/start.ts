import { attach, ensureDatabase } from './attach';
import { type Binaries, locateBinaries } from './binaries';
import { type ClusterOptions, clusterMajor, initCluster, repairOwnership } from './cluster';
import { EmbeddedDatabaseError } from './errors';
import { databaseUrlOf, type EmbeddedConnection } from './find';
import { type Home, prepareHome } from './home';
import { enter, exclusively, leave } from './launchers';
import { startPostmaster, stopPostmaster } from './postmaster';
import { ensureSecrets, readSecrets, type Secrets, secretsFile } from './secrets';
import { type Supervisor, superviseCluster } from './supervise';

/** An embedded database this process uses. */
export interface EmbeddedDatabase extends EmbeddedConnection {
  readonly port: number;
  /**
   * Leaves the cluster, and stops it when no other live launcher uses it.
   * @param mode `immediate` skips the orderly shutdown
   */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

/** How to start; `signal` gives up, and what was being started is stopped again. */
export interface StartOptions extends ClusterOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Gives a running database for a data directory: attaches to a server that runs there already, whoever started it, or
 * starts one, making the cluster the first time. Until `stop`, a server that dies is started again on the same port.
 * @param dataDir SWITCHBOARD_DATA_DIR; a relative one starts at the working directory
 * @param say told in one line what was done
 * @throws EmbeddedDatabaseError naming cause and remedy
 */
export async function startEmbedded(
  dataDir: string,
  say: (line: string) => void,
  options: StartOptions = {},
): Promise<EmbeddedDatabase> {
  const home = await prepareHome(dataDir, say);
  return exclusively(
    home.dir,
    async () => {
      enter(home.dir);
      try {
        const secrets = secretsOf(home);
        const port = await running(home, secrets, say, options);
        options.signal?.throwIfAborted();
        await ensureDatabase(port, secrets);
        const supervisor = options.throwaway
          ? undefined
          : superviseCluster(home, () => running(home, secrets, () => {}, { port }), say);
        return {
          port,
          secrets,
          databaseUrl: databaseUrlOf(port, secrets),
          stop: (mode) => stop(home, supervisor, mode),
        };
      } catch (error) {
        if (leave(home.dir)) await stopPostmaster(home, await binariesFor(home), 'fast').catch(() => {});
        throw error;
      }
    },
    options.signal,
  );
}

async function running(
  home: Home,
  secrets: Secrets,
  say: (line: string) => void,
  options: StartOptions & { port?: number },
): Promise<number> {
  const attached = await attach(home, secrets, options.signal);
  if (attached !== undefined) {
    say(`PostgreSQL was already running in ${home.dir}`);
    return attached;
  }
  const binaries = await binariesFor(home);
  if (clusterMajor(home) === undefined) await initCluster(home, binaries, secrets.databasePassword, options);
  await repairOwnership(home);
  const port = await startPostmaster(home, binaries, options);
  say(`PostgreSQL ${binaries.major} runs in ${home.dir}`);
  return port;
}

async function stop(
  home: Home,
  supervisor: Supervisor | undefined,
  mode: 'fast' | 'immediate' = 'fast',
): Promise<void> {
  await supervisor?.stop();
  await exclusively(home.dir, async () => {
    if (leave(home.dir)) await stopPostmaster(home, await binariesFor(home), mode);
  });
}

function binariesFor(home: Home): Promise<Binaries> {
  return locateBinaries({ home: home.dir, user: home.user, major: clusterMajor(home) });
}

function secretsOf(home: Home): Secrets {
  if (clusterMajor(home) === undefined || readSecrets(home.dir) !== undefined) return ensureSecrets(home.dir);
  throw new EmbeddedDatabaseError(
    `${secretsFile(home.dir)} is missing, and ${home.clusterDir} cannot be opened without it: restore it, or move ${home.dir} away to start afresh`,
  );
}
