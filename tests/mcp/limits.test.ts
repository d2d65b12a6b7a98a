import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClonedDatabase, cloneDatabase } from '@/tests/support/cluster';
import { type DatabaseProxy, startDatabaseProxy } from '@/tests/support/database-proxy';
import { anEndpoint, type TestEndpoint } from '@/tests/support/queue';
import { INITIALIZE, initialize, LIST_TOOLS, post, rawTool, send } from './support/raw';
import { codeOf, type Surface, startSurface, stopSurface } from './support/surface';

describe('limits', () => {
  let surface: Surface;
  let endpoint: TestEndpoint;
  let session: string;

  beforeAll(async () => {
    surface = await startSurface({ env: { SWITCHBOARD_MCP_RATE_PER_SECOND: '5', SWITCHBOARD_MCP_RATE_BURST: '10' } });
    endpoint = await anEndpoint(surface.db);
    session = await initialize(surface, endpoint.token);
  });
  afterAll(() => stopSurface(surface));

  const list = (token: string, sessionId: string) => post(surface, token, LIST_TOOLS, { 'mcp-session-id': sessionId });

  it('an endpoint that calls too fast gets 429 with Retry-After, and only that endpoint', async () => {
    const statuses = [];
    let last: Response | undefined;
    for (let n = 0; n < 15; n += 1) {
      last = await list(endpoint.token, session);
      statuses.push(last.status);
    }
    expect(statuses).toContain(200);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const other = await anEndpoint(surface.db);
    expect((await list(other.token, await initialize(surface, other.token))).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, Number(last?.headers.get('retry-after')) * 1_000));
    expect((await list(endpoint.token, session)).status).toBe(200);
  });

  it('an address that guesses gets 429 with Retry-After, and a right token is not held up', async () => {
    const guess = (n: number) => post(surface, `sbk_${String(n).padStart(43, '0')}`, INITIALIZE);
    const statuses = new Set<number>();
    let last = await guess(0);
    for (let n = 1; n < 100; n += 1) {
      last = await guess(n);
      statuses.add(last.status);
    }
    expect([...statuses].sort()).toEqual([401, 429]);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const other = await anEndpoint(surface.db);
    expect((await post(surface, other.token, INITIALIZE)).status).toBe(200);
  });

  it('no token that was ever shown stands in a log', () => {
    expect(surface.server.logs()).not.toMatch(/sbk_/);
    expect(surface.server.logs()).not.toContain(session);
  });
});

describe('a database that is away', () => {
  let database: ClonedDatabase;
  let proxy: DatabaseProxy;
  let surface: Surface;

  beforeAll(async () => {
    database = await cloneDatabase();
    proxy = await startDatabaseProxy(database.url);
    surface = await startSurface({ databaseUrl: proxy.url, env: { SWITCHBOARD_MCP_RATE_PER_SECOND: '0' } });
  });
  afterAll(async () => {
    await stopSurface(surface);
    await proxy.stop();
    await database.drop();
  });

  it.each(['cut', 'silence'] as const)('is 503 with Retry-After before the bearer is checked (%s)', async (how) => {
    const { token } = await anEndpoint(surface.db);
    const session = await initialize(surface, token);
    proxy[how]();
    for (const method of ['POST', 'GET', 'DELETE']) {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'mcp-session-id': session,
      };
      const startedAt = performance.now();
      const response = await send(surface, method, headers, method === 'POST' ? JSON.stringify(LIST_TOOLS) : undefined);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.text()).not.toMatch(/ECONN|select|postgres/i);
      expect(performance.now() - startedAt).toBeLessThan(4_000);
    }
    proxy.mend();
    const back = async () => (await rawTool(surface, token, session, 'list_todos').catch(() => undefined))?.status;
    await expect.poll(back, { timeout: 20_000 }).toBe(200);
  });

  it('is the tool error unavailable after the bearer was checked', async () => {
    const { token } = await anEndpoint(surface.db);
    const session = await initialize(surface, token);
    const lock = await surface.db.sql.reserve();
    await lock`begin`;
    await lock`lock table todos in access exclusive mode`;
    const refused = await rawTool(surface, token, session, 'list_todos');
    await lock`rollback`;
    lock.release();
    expect([refused.status, codeOf(refused.result)]).toEqual([200, 'unavailable']);
    expect(refused.text).toContain('unavailable: list_todos: the database is not available, try again shortly');
  });
});
