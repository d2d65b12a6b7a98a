import { mkdtempSync } from 'node:fs';
import { connect } from '@/lib/db/connection';
import { startEmbedded } from '@/lib/db/embedded/start';
import { migrate } from '@/lib/db/migrate';
import { clusterPrefix, removeCluster, removeLeftovers } from '@/tests/support/leftovers';
import { databaseUrlOn } from './subjects/database';

/**
 * What differs from PostgreSQL's defaults, durability not: room for 64 workers a side, and no checkpoint in the midst of a
 * round, whose full page images would count for whoever is being measured.
 */
const SETTINGS = { max_connections: '300', max_wal_size: '8GB', checkpoint_timeout: '1h' };

/** The migrated database that every store's is a copy of. */
export const TEMPLATE = 'bench_template';

/** Starts a cluster with `fsync` on in a temporary folder, with the migrated template; `stop` removes it again. */
export async function startBenchCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  removeLeftovers();
  const folder = mkdtempSync(clusterPrefix(process.pid));
  const removeNow = () => removeCluster(folder);
  process.once('exit', removeNow);
  const first = await startEmbedded(folder, () => {});
  await configure(first.databaseUrl);
  await first.stop();
  const database = await startEmbedded(folder, () => {});
  await makeTemplate(database.databaseUrl);
  return {
    url: database.databaseUrl,
    async stop() {
      await database.stop();
      process.off('exit', removeNow);
      removeNow();
    },
  };
}

async function configure(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  for (const [name, value] of Object.entries(SETTINGS)) await sql.unsafe(`alter system set ${name} = '${value}'`);
  await sql.end({ timeout: 5 });
}

async function makeTemplate(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  await sql`create database ${sql(TEMPLATE)}`;
  await sql.end({ timeout: 5 });
  await migrate(databaseUrlOn(url, TEMPLATE));
}
