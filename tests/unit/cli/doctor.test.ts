import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, createDb, type Sql } from '@/lib/db/connection';
import { createWebhook } from '@/lib/store/webhooks/create-webhook';
import { freshDatabase } from '../../support/database';
import { anEndpoint, SETTINGS } from '../../support/queue';
import { freePort } from '../../support/server';
import { spawnSwitchboard, switchboard } from './console';

interface Check {
  check: string;
  status: string;
  found: string;
  remedy: string | null;
}

const folder = mkdtempSync(join(tmpdir(), 'switchboard-doctor-'));
const key = randomBytes(32).toString('base64');
let board: Server;
let baseUrl = '';
let readiness = { status: 200, body: { status: 'ready' } as Record<string, string> };

beforeAll(async () => {
  board = createServer((request, response) => {
    const { status, body } = request.url === '/readyz' ? readiness : { status: 200, body: { status: 'ok' } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => board.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(board.address() as AddressInfo).port}`;
});
afterAll(() => {
  board.close();
  rmSync(folder, { recursive: true });
});

const settings = (url: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: url,
  NEXTAUTH_SECRET: 'x'.repeat(32),
  SWITCHBOARD_ENCRYPTION_KEY: key,
  SWITCHBOARD_BASE_URL: baseUrl,
  ...more,
});

async function examine(env: Record<string, string>): Promise<{ code: number | null; checks: Record<string, Check> }> {
  const { code, out } = await switchboard(env, 'doctor', '--json');
  const { checks } = JSON.parse(out) as { checks: Check[] };
  return { code, checks: Object.fromEntries(checks.map((check) => [check.check, check])) };
}

/** A database with a fault planted in it. */
async function faulty(plant: (sql: Sql) => Promise<unknown>): Promise<string> {
  const { url } = await freshDatabase();
  const sql = connect(url, { max: 1 });
  await plant(sql);
  await sql.end();
  return url;
}

/** Does to the database what a remedy says. */
async function follow(url: string, check: Check | undefined): Promise<void> {
  const sql = connect(url, { max: 1 });
  await sql.unsafe(check?.remedy?.replace('bring it back as it was: ', '') ?? '');
  await sql.end();
}

it('finds nothing wrong where nothing is, and leaves no trace', async () => {
  const { url } = await freshDatabase();
  const { code, checks } = await examine(settings(url));
  expect(Object.values(checks).filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(code).toBe(0);
  const sql = connect(url, { max: 1 });
  expect(await sql`select nspname from pg_namespace where nspname like 'switchboard_doctor%'`).toEqual([]);
  await sql.end();
});

it('says it for people as well', async () => {
  const { url } = await freshDatabase();
  const { code, out } = await switchboard(settings(url), 'doctor');
  expect(out).toMatch(/healthy +true/);
  expect(out).toMatch(/migrations +ok/);
  expect(code).toBe(0);
});

describe('finds, with the remedy,', () => {
  it('a database that is down', async () => {
    const port = await freePort();
    const { code, checks } = await examine(settings(`postgres://u:secret-word@127.0.0.1:${port}/x`));
    expect(code).toBe(1);
    expect(checks.database).toMatchObject({ status: 'wrong', found: expect.stringContaining(`127.0.0.1:${port}`) });
    expect(checks.database?.remedy).toContain('DATABASE_URL');
    expect(checks.schema?.status).toBe('skipped');
    expect(JSON.stringify(checks)).not.toContain('secret-word');
  });

  it('that there is no database at all', async () => {
    const { code, checks } = await examine({ SWITCHBOARD_DATA_DIR: folder, SWITCHBOARD_BASE_URL: baseUrl });
    expect(code).toBe(1);
    expect(checks.database?.remedy).toContain('npm start');
  });

  it('a missing migration', async () => {
    const url = await faulty(
      (sql) =>
        sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
    );
    const { code, checks } = await examine(settings(url));
    expect(code).toBe(1);
    expect(checks.migrations).toMatchObject({ status: 'wrong', remedy: expect.stringContaining('migrate') });
  });

  it("a newer version's database", async () => {
    const url = await faulty(
      (sql) => sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
    );
    expect((await examine(settings(url))).checks.migrations?.found).toContain('newer');
  });

  it('an index that was dropped by hand, with the statement that brings it back', async () => {
    const url = await faulty((sql) => sql`drop index todos_held`);
    const { code, checks } = await examine(settings(url));
    expect(code).toBe(1);
    expect(checks.schema).toMatchObject({ status: 'wrong', found: 'index todos_held is missing' });
    expect(checks.schema?.remedy).toContain('CREATE INDEX todos_held ');
    await follow(url, checks.schema);
    expect((await examine(settings(url))).code).toBe(0);
  });

  it.each([
    [
      'a constraint',
      'alter table todo_attempts drop constraint todo_attempts_one_open',
      'todo_attempts_one_open is missing',
    ],
    ['a check', 'alter table todos drop constraint todos_state_known', 'todos_state_known is missing'],
    ['a foreign key', 'alter table todos drop constraint todos_endpoint_id_endpoints_id_fk', '_fk is missing'],
    [
      "a domain's check",
      'alter domain attempt_outcome drop constraint attempt_outcome_known',
      'attempt_outcome_known is missing',
    ],
    ['a column', 'alter table todos drop column deliveries', 'todos.deliveries is missing'],
    ['a default', 'alter table todos alter column max_attempts set default 7', 'todos.max_attempts is different'],
    [
      'a type',
      'alter table todos alter column deliveries type text using deliveries::text',
      'todos.deliveries is different',
    ],
    ['a column that may be null', 'alter table todos alter column queue drop not null', 'todos.queue is different'],
    [
      'a check of other states',
      'alter table todos drop constraint todos_state_known, add constraint todos_state_known check (state is not null)',
      'todos_state_known is different',
    ],
    [
      "a domain's check of other outcomes",
      'alter domain attempt_outcome drop constraint attempt_outcome_known; alter domain attempt_outcome add constraint attempt_outcome_known check (value is not null)',
      'attempt_outcome_known is different',
    ],
    [
      'an index of other columns',
      'drop index todos_finished; create index todos_finished on todos (id)',
      'todos_finished is different',
    ],
  ])('%s that was changed by hand, with statements that bring it back', async (_name, statement, found) => {
    const url = await faulty((sql) => sql.unsafe(statement));
    const { code, checks } = await examine(settings(url));
    expect(checks.schema?.found).toContain(found);
    expect(code).toBe(1);
    await follow(url, checks.schema);
    expect((await examine(settings(url))).checks.schema).toMatchObject({ status: 'ok' });
  });

  it('a clock that is ten minutes off', async () => {
    const { url } = await freshDatabase();
    const ahead = join(folder, 'ahead.mjs');
    writeFileSync(ahead, 'const now = Date.now; Date.now = () => now() + 600_000;');
    const env = settings(url, { NODE_OPTIONS: `--import=${ahead}` });
    const { code, out } = await spawnSwitchboard(env, 'doctor', '--json');
    const { checks } = JSON.parse(out) as { checks: Check[] };
    expect(checks.find(({ check }) => check === 'clock')).toMatchObject({
      status: 'wrong',
      found: expect.stringMatching(/(599|600|601) seconds behind/),
      remedy: expect.stringContaining('NTP'),
    });
    expect(code).toBe(1);
  });

  it('a base URL that nobody answers, or that is not ready', async () => {
    const { url } = await freshDatabase();
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const { code, checks } = await examine(settings(url, { SWITCHBOARD_BASE_URL: nobody }));
    expect(code).toBe(1);
    expect(checks.base_url).toMatchObject({ status: 'wrong', found: expect.stringContaining('ECONNREFUSED') });
    expect(checks.base_url?.remedy).toContain('SWITCHBOARD_BASE_URL');
    readiness = { status: 503, body: { status: 'not_ready', reason: 'sweep_late' } };
    expect((await examine(settings(url))).checks.base_url?.found).toContain('sweep_late');
    readiness = { status: 200, body: { status: 'ready' } };
  });

  it('a key that is missing, and one that signing secrets do not open with', async () => {
    const { url } = await freshDatabase();
    const db = createDb(url, SETTINGS);
    const { human, scope } = await anEndpoint(db);
    const input = { endpointId: scope.endpointId, queue: 'ci', type: 'github' };
    const make = () => createWebhook(db, human, { ...input, encryptionKey: Buffer.from(key, 'base64') });
    for (let made = 0; made < 5; made += 1) await make();
    await db.sql.end();
    expect((await examine(settings(url))).checks.secrets?.found).toBe('all 5 signing secrets open');
    const without = await examine(settings(url, { SWITCHBOARD_ENCRYPTION_KEY: '' }));
    expect(without.checks.secrets).toMatchObject({ status: 'wrong', found: expect.stringContaining('not set') });
    const other = randomBytes(32).toString('base64');
    const shut = await examine(settings(url, { SWITCHBOARD_ENCRYPTION_KEY: other }));
    expect(shut.checks.secrets).toMatchObject({
      status: 'wrong',
      found: expect.stringMatching(/do not open with SWITCHBOARD_ENCRYPTION_KEY: [^,]+, [^,]+, [^,]+ and 2 more$/),
    });
    expect(shut.code).toBe(1);
  });

  it('secrets of the embedded database that others can read', async () => {
    const dataDir = join(folder, 'data');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    writeFileSync(join(dataDir, 'secrets.json'), '{}');
    chmodSync(join(dataDir, 'secrets.json'), 0o644);
    const { checks } = await examine({ SWITCHBOARD_DATA_DIR: dataDir, SWITCHBOARD_BASE_URL: baseUrl });
    expect(checks.secrets_file).toMatchObject({ status: 'wrong', remedy: expect.stringContaining('chmod 600') });
  });

  it('settings that cannot be used, all at once and without their values', async () => {
    const { code, checks } = await examine({ PORT: '99999', SWITCHBOARD_ENCRYPTION_KEY: 'secret-word' });
    expect(code).toBe(1);
    expect(checks.settings?.found).toContain('PORT');
    expect(checks.settings?.found).toContain('SWITCHBOARD_ENCRYPTION_KEY');
    expect(JSON.stringify(checks)).not.toContain('secret-word');
  });
});
