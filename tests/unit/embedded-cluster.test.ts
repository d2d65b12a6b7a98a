import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findEmbedded } from '@/lib/db/embedded/find';
import { clusterDirOf, fallbackFor } from '@/lib/db/embedded/home';
import { runningPostmaster } from '@/lib/db/embedded/postmaster';
import { processIdentity } from '@/lib/db/embedded/processes';
import { isRoot } from '@/lib/db/embedded/server-user';
import { type EmbeddedDatabase, startEmbedded } from '@/lib/db/embedded/start';
import { clusterPrefix } from '../support/leftovers';

let dataDir: string;
let database: EmbeddedDatabase | undefined;
const said: string[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(`${clusterPrefix(process.pid)}with space-`);
  said.length = 0;
});

afterEach(async () => {
  if (findEmbedded(dataDir) !== undefined) await database?.stop('immediate');
  database = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

test('a first start makes a cluster with secrets only its owner may read, and the CLI finds it while it runs', async () => {
  database = await start();
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(findEmbedded(dataDir)).toEqual({ databaseUrl: database.databaseUrl, secrets: database.secrets });
  expect(Buffer.from(database.secrets.encryptionKey, 'base64')).toHaveLength(32);
  expect(await query('show password_encryption')).toBe('scram-sha-256');
  expect(await query('show listen_addresses')).toBe('127.0.0.1');
  await database.stop();
  expect(findEmbedded(dataDir)).toBeUndefined();
});

test('a start attaches to a running cluster, and the last one to leave stops it', async () => {
  const first = await start();
  const other = join(dataDir, 'launchers', String(process.ppid));
  writeFileSync(other, processIdentity(process.ppid) ?? '');
  await first.stop();
  expect(findEmbedded(dataDir)).toBeDefined();
  rmSync(other);
  database = await start();
  expect(said.at(-1)).toContain('was already running');
  expect(database.secrets).toEqual(first.secrets);
  await database.stop();
  expect(findEmbedded(dataDir)).toBeUndefined();
});

test('a server that was killed comes back under the same URL with what was committed', async () => {
  database = await start();
  await query('create table kept as select 42 as answer');
  process.kill(runningPostmaster(clusterDirOf(dataDir))?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => query('select answer from kept').catch(() => 'away'), { timeout: 15_000 }).toBe(42);
  await expect.poll(() => said).toContain('PostgreSQL had ended and was started again');
});

test('a pid file that names another program does not keep the server from starting', async () => {
  await (await start()).stop();
  writeFileSync(
    join(clusterDirOf(dataDir), 'postmaster.pid'),
    `${process.pid}\n${clusterDirOf(dataDir)}\n0\n5432\n\n127.0.0.1\n0\nready\n`,
  );
  database = await start();
  expect(await query('select 1 as one')).toBe(1);
});

test('a cluster without its secrets is refused, naming the file and the remedy', async () => {
  await (await start()).stop();
  rmSync(join(dataDir, 'secrets.json'));
  await expect(start()).rejects.toThrow(/secrets\.json is missing.*restore it, or move .* away/);
});

test('a damaged secrets file is refused', async () => {
  await (await start()).stop();
  writeFileSync(join(dataDir, 'secrets.json'), '{');
  await expect(start()).rejects.toThrow(/secrets\.json is damaged/);
});

test('a data directory that cannot be made is refused, naming the variable', async () => {
  await expect(startEmbedded('/dev/null/data', () => {})).rejects.toThrow(
    /cannot be written \(E\w+\).*SWITCHBOARD_DATA_DIR/,
  );
});

test.runIf(isRoot())(
  'as root, a data directory below a closed folder is replaced by one that the CLI finds too',
  async () => {
    const closed = join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    dataDir = join(closed, 'data');
    try {
      database = await start();
      expect(said[0]).toContain(
        `The data lies in ${fallbackFor(dataDir)}: PostgreSQL's account cannot reach ${dataDir}`,
      );
      expect(findEmbedded(dataDir)?.databaseUrl).toBe(database.databaseUrl);
      await database.stop('immediate');
    } finally {
      rmSync(fallbackFor(dataDir), { recursive: true, force: true });
      dataDir = join(closed, '..');
    }
  },
);

function start(): Promise<EmbeddedDatabase> {
  return startEmbedded(dataDir, (line) => said.push(line));
}

/** The first column of the first row. */
async function query(statement: string): Promise<unknown> {
  const sql = postgres(database?.databaseUrl ?? '', { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    const [row] = await sql.unsafe(statement);
    return row === undefined ? undefined : Object.values(row)[0];
  } finally {
    await sql.end({ timeout: 1 });
  }
}
