import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '@/lib/db/connection';
import { cloneDatabase } from '../support/cluster';
import { launch } from '../support/launcher';
import { clusterPrefix } from '../support/leftovers';
import { freePort, startServer } from '../support/server';

const SECRET = 'a-secret-of-more-than-32-characters';
let busy: Server | undefined;

afterEach(() => {
  busy?.close();
  busy = undefined;
});

test('every wrong variable is named on a line of its own', async () => {
  const output = await refusal({
    PORT: 'abc',
    SWITCHBOARD_MAX_ATTEMPTS: '0',
    SWITCHBOARD_METRICS_TOKEN: 'short-secret',
  });
  expect(output).toMatch(/^✗ PORT must be/m);
  expect(output).toMatch(/^✗ SWITCHBOARD_MAX_ATTEMPTS must be/m);
  expect(output).toMatch(/^✗ SWITCHBOARD_METRICS_TOKEN must be/m);
  expect(output).not.toContain('short-secret');
});

test('a port in use is named, before a database is started', async () => {
  const port = await occupiedPort();
  const output = await refusal({ PORT: String(port), SWITCHBOARD_DATA_DIR: '/dev/null/data' });
  expect(output).toMatch(new RegExp(`^✗ Port ${port} on 127\\.0\\.0\\.1 is in use: .*PORT`, 'm'));
  expect(output).not.toContain('/dev/null/data');
});

test('an unreachable DATABASE_URL is named without its password', async () => {
  const port = await freePort();
  const url = `postgres://someone:${SECRET}@127.0.0.1:${port}/board`;
  const output = await refusal({ PORT: String(await freePort()), DATABASE_URL: url, NEXTAUTH_SECRET: SECRET });
  expect(output).toContain(`✗ DATABASE_URL: no database answers at 127.0.0.1:${port}/board (ECONNREFUSED)`);
  expect(output).not.toContain(SECRET);
});

test('a malformed DATABASE_URL is named without its text', async () => {
  const url = `postgres://someone:${SECRET}@host:port/x`;
  const output = await refusal({ PORT: String(await freePort()), DATABASE_URL: url, NEXTAUTH_SECRET: SECRET });
  expect(output).toMatch(/^✗ DATABASE_URL /m);
  expect(output).not.toContain(SECRET);
});

test.each(['/dev/null/data', '/proc/nope/data'])(
  'a data directory that cannot be written is named: %s',
  async (dir) => {
    const output = await refusal({ PORT: String(await freePort()), SWITCHBOARD_DATA_DIR: dir });
    expect(output).toMatch(/^✗ \/\S+\/data cannot be written \(\w+\): .*SWITCHBOARD_DATA_DIR/m);
  },
);

test('a DATABASE_URL that cannot be decoded is named without its text', async () => {
  const url = 'postgres://someone:p%ZZ@127.0.0.1:5432/x';
  const output = await refusal({ PORT: String(await freePort()), DATABASE_URL: url, NEXTAUTH_SECRET: SECRET });
  expect(output).toMatch(/^✗ DATABASE_URL is not a valid URL: percent-encode special characters/m);
  expect(output).not.toContain('p%ZZ');
});

test('a data directory with something else in it is named', async () => {
  const folder = mkdtempSync(clusterPrefix(process.pid));
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres', 'holiday.jpg'), '');
  const output = await refusal({ PORT: String(await freePort()), SWITCHBOARD_DATA_DIR: folder });
  expect(output).toMatch(/^✗ \S+\/postgres holds something that is no PostgreSQL cluster: .*SWITCHBOARD_DATA_DIR/m);
  rmSync(folder, { recursive: true });
});

describe('a database that is not ours to migrate is told in one sentence, by the launcher and by a bare server', () => {
  const UNUSABLE: Record<string, { sql: string; words: RegExp }> = {
    'of a development version': {
      sql: `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 1)`,
      words: /the database holds migrations that this Switchboard does not know, .*; give it an empty database$/m,
    },
    'of something else': {
      sql: `drop schema drizzle cascade`,
      words:
        /the database could not be migrated and is as it was \(relation "\w+" already exists\): .*empty database$/m,
    },
    'that is read-only': {
      sql: `drop schema drizzle cascade; drop schema public cascade; create schema public`,
      words:
        /the database could not be migrated and is as it was \(.* in a read-only transaction\): .*name its primary$/m,
    },
  };

  test.each(Object.entries(UNUSABLE))('%s', async (title, { sql: change, words }) => {
    const database = await cloneDatabase();
    const sql = connect(database.url, { max: 1 });
    await sql.unsafe(change);
    if (title === 'that is read-only') {
      const name = new URL(database.url).pathname.slice(1);
      await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
    }
    await sql.end({ timeout: 1 });
    try {
      const settings = { PORT: String(await freePort()), DATABASE_URL: database.url, NEXTAUTH_SECRET: SECRET };
      const output = await refusal(settings);
      expect(output).toMatch(words);
      expect(output).not.toMatch(/create table|insert into/i);
      const bare = await startServer({ databaseUrl: database.url }).catch((error: Error) => error.message);
      expect(bare).toMatch(/^switchboard: cannot start: the database/m);
      expect(bare).toMatch(words);
    } finally {
      await database.drop();
    }
  });

  test('and so is one that does not answer a bare server', async () => {
    const url = `postgres://someone:${SECRET}@127.0.0.1:${await freePort()}/board`;
    const output = await startServer({ databaseUrl: url }).catch((error: Error) => error.message);
    expect(output).toMatch(
      /^switchboard: cannot start: DATABASE_URL: no database answers at \S+ \(ECONNREFUSED\): start it/m,
    );
    expect(output).not.toContain(SECRET);
  });
});

test('an unknown setting is warned about', async () => {
  const output = await refusal({
    PORT: String(await freePort()),
    SWITCHBOARD_DATA_DIR: '/dev/null/data',
    SWITCHBOARD_LEASE: '5',
  });
  expect(output).toMatch(/^! SWITCHBOARD_LEASE is not a setting/m);
});

/** The output of a start that has to end with exit code 1 and no stack trace. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const launcher = launch(settings);
  expect(await launcher.ended).toBe(1);
  expect(launcher.output()).not.toMatch(/^\s+at /m);
  return launcher.output();
}

function occupiedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    busy = server;
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
