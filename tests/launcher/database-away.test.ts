import { encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDb, type PoolDb } from '@/lib/db/connection';
import { createBoardSession } from '@/lib/store/board-sessions/create-board-session';
import { type ClonedDatabase, cloneDatabase } from '../support/cluster';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy';
import { anEndpoint, SETTINGS, type TestEndpoint } from '../support/queue';
import { startServer, type TestServer } from '../support/server';
import { spawnSwitchboard } from '../unit/cli/console';

const METRICS_TOKEN = 'm'.repeat(32);
const SECRET = 'a-secret-of-more-than-32-characters';
let database: ClonedDatabase;
let proxy: DatabaseProxy;
let server: TestServer;
let db: PoolDb;
let endpoint: TestEndpoint;
let cookie: string;

beforeAll(async () => {
  database = await cloneDatabase();
  db = createDb(database.url, SETTINGS);
  proxy = await startDatabaseProxy(database.url);
  const env = { SWITCHBOARD_METRICS_TOKEN: METRICS_TOKEN, NEXTAUTH_SECRET: SECRET };
  server = await startServer({ databaseUrl: proxy.url, env });
  endpoint = await anEndpoint(db);
  const session = await createBoardSession(db, endpoint.human.humanId, { method: 'link', userAgent: undefined });
  cookie = `next-auth.session-token=${await encode({ token: { sub: session ?? '' }, secret: SECRET })}`;
});

afterAll(async () => {
  await db.sql.end({ timeout: 1 });
  await server.stop();
  await proxy.stop();
  await database.drop();
});

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_todos', arguments: {} } };
const json = { 'content-type': 'application/json' };

/** Every way in that needs the database. */
const WAYS: Record<string, () => [path: string, init: RequestInit]> = {
  'the Board': () => ['/', { headers: { cookie } }],
  'the ledger': () => ['/todos', { headers: { cookie } }],
  'a todo': () => ['/todos/td_00000000-0000-7000-8000-000000000000', { headers: { cookie } }],
  MCP: () => {
    const headers = { ...json, authorization: `Bearer ${endpoint.token}`, 'mcp-session-id': 'x' };
    return ['/api/mcp', { method: 'POST', headers, body: JSON.stringify(call) }];
  },
  'the event stream': () => ['/api/doorbell', { headers: { authorization: `Bearer ${endpoint.token}` } }],
  'a webhook': () => [`/api/webhooks/sbh_${'A'.repeat(43)}`, { method: 'POST', headers: json, body: '{}' }],
  'the operator API': () => ['/api/v1/todos', { headers: { authorization: `Bearer sbo_${'A'.repeat(43)}` } }],
  readiness: () => ['/readyz', {}],
};

describe.each(['silence', 'cut'] as const)('a database that is away (%s)', (how) => {
  test('is 503 within ten seconds whatever is called, and the process is well again when it is back', async () => {
    expect((await fetch(`${server.url}/`, { headers: { cookie }, redirect: 'manual' })).status).toBe(200);
    proxy[how]();
    const took: Record<string, string> = {};
    const ask = async (way: string, [path, init]: [string, RequestInit]) => {
      const since = performance.now();
      const answer = await fetch(`${server.url}${path}`, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(15_000),
      });
      const text = await answer.text();
      took[way] = `${answer.status} in ${((performance.now() - since) / 1_000).toFixed(1)} s`;
      expect([way, answer.status]).toEqual([way, 503]);
      if (way !== 'readiness')
        expect([way, Number(answer.headers.get('retry-after'))]).toEqual([way, expect.any(Number)]);
      expect(text).not.toMatch(/ECONN|select |postgres:/i);
      expect([way, performance.now() - since < 10_000]).toEqual([way, true]);
    };
    await Promise.all(Object.entries(WAYS).map(([way, request]) => ask(way, request())));
    for (const way of ['the Board', 'MCP', 'a webhook']) await ask(way, (WAYS[way] as (typeof WAYS)[string])());
    process.stdout.write(`database away (${how}): ${JSON.stringify(took)}\n`);
    const scrapedAt = performance.now();
    const scrape = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const figures = await scrape.text();
    expect(performance.now() - scrapedAt).toBeLessThan(5_000);
    expect(figures).toMatch(/^switchboard_db_pool_connections_max 20$/m);
    expect(figures).toMatch(/^switchboard_db_pool_waiting \d+$/m);
    expect(figures).not.toMatch(/^switchboard_mcp_sessions/m);
    const since = performance.now();
    const cli = await spawnSwitchboard({ DATABASE_URL: proxy.url }, 'todo', 'list', '--json');
    expect([cli.code, JSON.parse(cli.out)]).toEqual([
      1,
      { error: { code: 'unavailable', message: expect.stringContaining('no database answers') } },
    ]);
    expect(performance.now() - since).toBeLessThan(20_000);
    proxy.mend();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
    expect((await fetch(`${server.url}/`, { headers: { cookie }, redirect: 'manual' })).status).toBe(200);
    expect(server.logs()).not.toMatch(/unhandled|uncaught|TypeError/i);
  }, 90_000);
});
