import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbedded } from '@/lib/db/embedded/start';
import { migrate } from '@/lib/db/migrate';
import { clusterPrefix, removeCluster, removeLeftovers } from './leftovers';
import { projectRoot } from './project';

/** Names the cluster that a run of tests shares: the URL of its superuser. */
export const CLUSTER_VARIABLE = 'SWITCHBOARD_TEST_CLUSTER_URL';

const TEMPLATE_LOCK = 7_246_999;

/** Starts a PostgreSQL cluster in a temporary folder that `stop` removes again. Nothing on it survives a crash. */
export async function startTestCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  removeLeftovers();
  const folder = mkdtempSync(clusterPrefix(process.pid));
  const removeNow = () => removeCluster(folder);
  process.once('exit', removeNow);
  try {
    const database = await startEmbedded(folder, () => {}, { throwaway: true });
    return {
      url: database.databaseUrl,
      async stop() {
        await database.stop('immediate');
        process.off('exit', removeNow);
        removeNow();
      },
    };
  } catch (error) {
    removeNow();
    throw error;
  }
}

/** Makes the migrated database that every test's database is a copy of, unless the cluster has it. */
export async function ensureTemplate(clusterUrl: string): Promise<void> {
  const name = templateName();
  const admin = adminOf(clusterUrl);
  try {
    await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [existing] = await admin`select from pg_database where datname = ${name}`;
    if (existing !== undefined) return;
    const draft = `${name}_draft`;
    await admin`drop database if exists ${admin(draft)} with (force)`;
    await admin`create database ${admin(draft)}`;
    await migrate(databaseUrlOn(clusterUrl, draft), join(projectRoot, 'drizzle'));
    await admin.unsafe(`alter database ${draft} rename to ${name}`);
  } finally {
    await admin.end({ timeout: 5 });
  }
}

/** A migrated, empty database of one's own on the run's cluster. */
export interface ClonedDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Clones the template. The caller drops what it cloned. */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const clusterUrl = process.env[CLUSTER_VARIABLE];
  if (clusterUrl === undefined)
    throw new Error(`${CLUSTER_VARIABLE} is not set: run through vitest, playwright or npm test`);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onCluster(clusterUrl, (admin) => admin`create database ${admin(name)} template ${admin(templateName())}`);
  return {
    url: databaseUrlOn(clusterUrl, name),
    drop: () => onCluster(clusterUrl, (admin) => admin`drop database if exists ${admin(name)} with (force)`),
  };
}

async function onCluster(clusterUrl: string, act: (admin: postgres.Sql) => Promise<unknown>): Promise<void> {
  const admin = adminOf(clusterUrl);
  try {
    await act(admin);
  } finally {
    await admin.end({ timeout: 5 });
  }
}

function adminOf(clusterUrl: string): postgres.Sql {
  return postgres(databaseUrlOn(clusterUrl, 'postgres'), { max: 1, onnotice: () => {} });
}

function databaseUrlOn(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Differs when the migrations do, so that a cluster kept over runs never gives an old schema. */
function templateName(): string {
  const folder = join(projectRoot, 'drizzle');
  const hash = createHash('sha256');
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort())
    hash.update(readFileSync(join(folder, file)));
  return `template_${hash.digest('hex').slice(0, 16)}`;
}
