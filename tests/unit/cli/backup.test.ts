import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, createDb, type Sql } from '@/lib/db/connection';
import { endpointScope } from '@/lib/queue/scope';
import type { Claim } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { freshDatabase } from '../../support/database';
import { aClaimedTodo, anEndpoint, aParkedRetry, aPendingTodo, SETTINGS, type TestEndpoint } from '../../support/queue';
import { switchboard } from './console';

const TODOS = 100_000;
const folder = mkdtempSync(join(tmpdir(), 'switchboard-backup-'));
const file = join(folder, 'small.gz');
const key = randomBytes(32).toString('base64');
const source = await freshDatabase();
const sql = connect(source.url, { max: 2, statementTimeoutMs: 0 });
const db = createDb(source.url, SETTINGS);
let endpoint: TestEndpoint;
let claim: Claim;

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([sql.end({ timeout: 5 }), db.sql.end({ timeout: 5 })]);
});

const run = (url: string, ...words: string[]) =>
  switchboard({ DATABASE_URL: url, SWITCHBOARD_ENCRYPTION_KEY: key }, ...words);

/** Every table of Switchboard with its number of rows and a hash over all of them. */
async function fingerprints(database: Sql): Promise<Record<string, { rows: number; hash: string | null }>> {
  const tables = await database<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  const prints: Record<string, { rows: number; hash: string | null }> = {};
  for (const { name } of tables) {
    const [print] = await database<{ rows: number; hash: string | null }[]>`
      select count(*)::int as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash from ${database(name)} t`;
    if (print) prints[name] = print;
  }
  return prints;
}

async function emptyDatabase(): Promise<string> {
  const { url } = await freshDatabase();
  const database = connect(url, { max: 1 });
  await database`drop schema public cascade`;
  await database`drop schema drizzle cascade`;
  await database`create schema public`;
  await database.end();
  return url;
}

/** Texts that look like COPY's own marks, a parked retry, a fenced lease in flight and a sealed secret. */
beforeAll(async () => {
  endpoint = await anEndpoint(db);
  await aPendingTodo(db, endpoint.scope, { title: '\\.', payload: { text: '\\.\n\t\u2028' } });
  await aParkedRetry(db, endpoint.scope);
  claim = await aClaimedTodo(db, endpoint.scope, { requireFence: true });
  await sql`insert into webhooks (id, endpoint_id, queue, type, token_hash, token_prefix, secret_encrypted)
    values (gen_random_uuid(), ${endpoint.scope.endpointId}, 'ci', 'github', ${randomBytes(32)}, 'sbh_', ${randomBytes(64)})`;
  expect(await run(source.url, 'backup', file)).toMatchObject({ code: 0 });
});

describe('backup and restore', () => {
  it('restore refuses a database that holds data, and replaces it when told to', async () => {
    const { url } = await freshDatabase();
    const other = createDb(url, SETTINGS);
    await aPendingTodo(other, (await anEndpoint(other)).scope);
    const before = await fingerprints(other.sql);
    const refused = await run(url, 'restore', file);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('holds data already') });
    expect(await fingerprints(other.sql)).toEqual(before);
    expect(await run(url, 'restore', file, '--replace')).toMatchObject({ code: 0 });
    expect(await fingerprints(other.sql)).toEqual(await fingerprints(sql));
    await other.sql.end();
  });

  it('restore takes a database in which only a start has been', async () => {
    const { url } = await freshDatabase();
    const other = connect(url);
    await other`insert into humans (id, email, name) values (gen_random_uuid(), 'owner@localhost', 'Owner')`;
    expect(await run(url, 'restore', file)).toMatchObject({ code: 0 });
    expect((await fingerprints(other)).humans).toEqual((await fingerprints(sql)).humans);
    await other.end();
  });
});

describe('a backup that cannot be used', () => {
  const broken = (name: string, content: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const contentOf = () => gunzipSync(readFileSync(file));
  const withoutFirstTodo = () =>
    Buffer.from(
      contentOf()
        .toString('latin1')
        .replace(/^td_.*\n/m, ''),
      'latin1',
    );

  it.each([
    ['cut short', () => broken('cut.gz', readFileSync(file).subarray(0, -100)), 'ends too early'],
    [
      'without the end of its trailer',
      () => broken('trailer.gz', readFileSync(file).subarray(0, -4)),
      'ends too early',
    ],
    ['cut at its last line', () => broken('tail.gz', gzipSync(contentOf().subarray(0, -80))), 'damaged'],
    ['without one of its rows', () => broken('row.gz', gzipSync(withoutFirstTodo())), 'todos has other rows'],
    ['no gzip', () => broken('text', Buffer.from('hello')), 'is not a backup'],
    ['another gzip', () => broken('other.gz', gzipSync('hello\n')), 'is not a backup'],
    ['absent', () => join(folder, 'absent.gz'), 'cannot be read (ENOENT)'],
    [
      "a newer version's",
      () =>
        broken(
          'newer.gz',
          gzipSync(contentOf().toString('latin1').replace('"migrations":[', '"migrations":[9999999999999,')),
        ),
      'newer Switchboard',
    ],
  ])('%s is refused with the reason, and nothing is restored', async (_name, make, reason) => {
    const { url } = await freshDatabase();
    const { code, err } = await run(url, 'restore', make());
    expect(err).toContain(reason);
    expect(code).toBe(1);
    const database = connect(url);
    expect((await fingerprints(database)).todos?.rows).toBe(0);
    await database.end();
  });

  it('another key is told of', async () => {
    const { url } = await freshDatabase();
    const other = { DATABASE_URL: url, SWITCHBOARD_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    const { code, out, err } = await switchboard(other, 'restore', file, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ secrets_open: false });
    expect(err).toContain('SWITCHBOARD_ENCRYPTION_KEY');
  });

  it('backup overwrites nothing, and leaves no part of a file behind', async () => {
    expect(await run(source.url, 'backup', file)).toMatchObject({ code: 1, err: expect.stringContaining('exists') });
    const url = await emptyDatabase();
    const nothing = join(folder, 'nothing.gz');
    expect(await run(url, 'backup', nothing)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no Switchboard'),
    });
    expect(existsSync(nothing)).toBe(false);
    const nowhere = join(folder, 'absent', 'x.gz');
    expect(await run(source.url, 'backup', nowhere)).toMatchObject({ code: 1, err: expect.stringContaining('ENOENT') });
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });
});

it('backup and restore bring 100,000 todos into an empty database: every table the same, and leases go on', async () => {
  const { endpointId, owner } = endpoint.scope;
  await sql`
    insert into todos (id, endpoint_id, queue, title, payload, created_at)
    select 'td_' || gen_random_uuid(), ${endpointId}, 'ci', E'Title\t\\\\. of\n' || n,
      jsonb_build_object('n', n, 'digits', 12345678901234567890), now() - n * interval '1 second'
    from generate_series(1, ${TODOS}::int) n`;
  const all = join(folder, 'all.gz');
  expect(await run(source.url, 'backup', all, '--json')).toMatchObject({ code: 0 });
  expect(statSync(all).mode & 0o777).toBe(0o600);
  const before = await fingerprints(sql);
  expect(before.todos?.rows).toBe(TODOS + 3);
  const url = await emptyDatabase();
  const restored = await run(url, 'restore', all, '--json');
  expect(restored).toMatchObject({ code: 0 });
  expect(JSON.parse(restored.out)).toMatchObject({ file: all, secrets_open: true });
  const target = createDb(url, SETTINGS);
  expect(await fingerprints(target.sql)).toEqual(before);
  const scope = endpointScope({ endpointId, agentId: owner.slice('agent:'.length), queues: ['ci'] });
  const { todo, leaseToken } = claim;
  expect((await completeTodo(target, scope, { id: todo.id, leaseToken })).state).toBe('done');
  await target.sql.end();
}, 300_000);
