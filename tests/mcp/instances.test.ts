import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClonedDatabase, cloneDatabase } from '@/tests/support/cluster';
import { aDeadLetter, anEndpoint, aPendingTodo, lapseLease } from '@/tests/support/queue';
import { type RoundRobin, startRoundRobin } from '@/tests/support/round-robin';
import { attach, attachTo } from './support/doorbell';
import { callInFlight, initialize, LIST_TOOLS, openStream, post, rawTool, send, toolCall } from './support/raw';
import { callTool, codeOf, type Surface, sdkClient, startSurface, stopSurface } from './support/surface';

const METRICS_TOKEN = 'm'.repeat(32);
const ENV = {
  SWITCHBOARD_MCP_RATE_PER_SECOND: '0',
  SWITCHBOARD_METRICS_TOKEN: METRICS_TOKEN,
  SWITCHBOARD_REAPER_INTERVAL_MS: '200',
  SWITCHBOARD_RETRY_INTERVAL_MS: '200',
};

let database: ClonedDatabase;
let one: Surface;
let other: Surface;
let proxy: RoundRobin;
/** Both instances behind a proxy that knows no stickiness. */
let both: Surface;

beforeAll(async () => {
  database = await cloneDatabase();
  [one, other] = await Promise.all([
    startSurface({ databaseUrl: database.url, env: ENV }),
    startSurface({ databaseUrl: database.url, env: ENV }),
  ]);
  proxy = await startRoundRobin([one.server.url, other.server.url]);
  both = { ...one, url: `${proxy.url}/api/mcp` };
});

afterAll(async () => {
  await proxy.stop();
  await Promise.all([stopSurface(one), stopSurface(other)]);
  await database.drop();
});

/** How often an instance has answered on a route, by status. */
async function answers({ server }: Surface, route: string): Promise<Record<string, number>> {
  const scrape = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const lines = (await scrape.text()).matchAll(
    new RegExp(`^switchboard_http_requests_total\\{route="${route}",status="(\\d+)"\\} (\\d+)$`, 'gm'),
  );
  return Object.fromEntries([...lines].map(([, status, count]) => [status ?? '', Number(count)]));
}

const statusOf = async (surface: Surface, token: string, session: string) =>
  (await post(surface, token, LIST_TOOLS, { 'mcp-session-id': session })).status;

const endSession = (surface: Surface, token: string, session: string) =>
  send(surface, 'DELETE', { authorization: `Bearer ${token}`, 'mcp-session-id': session });

describe('two instances behind a round-robin proxy without stickiness', () => {
  it('serve a thousand calls of whole drains between them, and no session is missing anywhere', async () => {
    const { scope, token } = await anEndpoint(one.db);
    for (let n = 0; n < 110; n += 1) await aPendingTodo(one.db, scope);
    const clients = await Promise.all(Array.from({ length: 10 }, () => sdkClient(both, token)));
    const drain = async (client: (typeof clients)[number]) => {
      for (let n = 0; n < 25; n += 1) {
        const { structuredContent: claim } = await callTool(client, 'claim_next', { require_fence: true });
        if (claim.empty === true) {
          for (const name of ['list_todos', 'list_todos', 'list_todos']) await callTool(client, name);
          continue;
        }
        const { id } = claim.todo as { id: string };
        const fence = { id, lease_token: claim.lease_token };
        expect((await callTool(client, 'heartbeat', fence)).isError).toBeUndefined();
        expect((await callTool(client, 'get_todo', { id })).structuredContent.id).toBe(id);
        expect((await callTool(client, 'complete', fence)).isError).toBeUndefined();
      }
    };
    await Promise.all(clients.map(drain));
    await Promise.all(clients.map((client) => client.close()));
    for (const served of await Promise.all([answers(one, 'mcp'), answers(other, 'mcp')])) {
      expect(served['200']).toBeGreaterThan(450);
      expect(served['404'] ?? 0).toBe(0);
    }
    const [left] = await one.db
      .sql`select count(*)::int as open from todos where endpoint_id = ${scope.endpointId} and state <> 'done'`;
    expect(left).toEqual({ open: 0 });
  }, 60_000);

  it('ring the stream on one within two seconds for what is created, retried or reaped on the other', async () => {
    const verbs = ['create_todo', 'claim', 'claim_next', 'retry', 'wait_for_todo'];
    const { scope, token } = await anEndpoint(one.db, { verbs });
    const { rung } = await attach(one, token);
    const session = await initialize(other, token);
    const startedAt = () => performance.now();
    const within2s = async (times: number, since: number) => {
      const rings = await rung(times);
      expect(performance.now() - since).toBeLessThan(2_000);
      return rings.at(-1)?.meta.todo_id;
    };
    let since = startedAt();
    const created = await rawTool(other, token, session, 'create_todo', { queue: 'ci', title: 'created' });
    const id = (created.result.structuredContent as { id: string }).id;
    expect(await within2s(1, since)).toBe(id);
    const dead = await aDeadLetter(one.db, scope);
    since = startedAt();
    await rawTool(other, token, session, 'retry', { id: dead });
    expect(await within2s(2, since)).toBe(dead);
    await rawTool(other, token, session, 'claim', { id });
    since = startedAt();
    await lapseLease(one.db, id);
    expect(await within2s(3, since)).toBe(id);
  });

  it('forget a session together: ended on one, it is 404 on the other, whose stream and wait end', async () => {
    const { token } = await anEndpoint(one.db);
    const session = await initialize(one, token);
    expect(await statusOf(other, token, session)).toBe(200);
    const stream = await openStream(other, token, session);
    await stream.until(/open/);
    const waiting = rawTool(other, token, session, 'wait_for_todo', { timeout_seconds: 60 });
    await callInFlight();
    expect((await endSession(one, token, session)).status).toBe(204);
    await expect.poll(() => statusOf(other, token, session), { timeout: 5_000, interval: 20 }).toBe(404);
    await stream.ended;
    expect((await waiting).result.structuredContent).toEqual({ ready: 0, todo_ids: [] });
  });

  it('end one session of too many together', async () => {
    const { scope, token } = await anEndpoint(one.db);
    const oldest = await initialize(one, token);
    expect(await statusOf(other, token, oldest)).toBe(200);
    await one.db.sql`update mcp_sessions set last_seen_at = now() - interval '10 minutes' where id = ${oldest}`;
    await one.db.sql`
      insert into mcp_sessions (id, endpoint_id, protocol_version)
      select ${scope.endpointId}::text || n, ${scope.endpointId}, '2025-11-25' from generate_series(1, 999) as n`;
    await initialize(one, token);
    await expect.poll(() => statusOf(other, token, oldest), { timeout: 5_000, interval: 20 }).toBe(404);
  });

  it('pass a cancellation on to the instance on which the call waits', async () => {
    const { token } = await anEndpoint(one.db);
    const session = await initialize(one, token);
    const call = toolCall('wait_for_todo', { timeout_seconds: 120 }, 'the-wait');
    const waiting = post(one, token, call, { 'mcp-session-id': session });
    await callInFlight();
    const startedAt = performance.now();
    const note = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'the-wait' } };
    expect((await post(other, token, note, { 'mcp-session-id': session })).status).toBe(202);
    expect((await waiting).status).toBe(202);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('keep one stream a session: the newest GET wins, whichever instance it reached', async () => {
    const { token } = await anEndpoint(one.db);
    const session = await initialize(one, token);
    for (const [before, after] of [
      [one, other],
      [other, one],
    ] as const) {
      const first = await openStream(before, token, session);
      await first.until(/open/);
      const second = await openStream(after, token, session);
      await second.until(/open/);
      await first.ended;
      await callInFlight();
      await expect(Promise.race([second.ended, 'open'])).resolves.toBe('open');
      second.abort();
    }
  });
});

describe('an instance that goes away', () => {
  it('killed outright, takes no client along: calls go on, and a stream opened anew rings', async () => {
    const doomed = await startSurface({ databaseUrl: database.url, env: ENV });
    const pair = await startRoundRobin([doomed.server.url, other.server.url]);
    const surface = { ...other, url: `${pair.url}/api/mcp` };
    try {
      const { scope, token } = await anEndpoint(one.db);
      const client = await sdkClient(surface, token);
      const session = await initialize(surface, token);
      const id = await aPendingTodo(one.db, scope);
      const { structuredContent: claim } = await callTool(client, 'claim', { id, require_fence: true });
      await doomed.server.kill9();
      for (let n = 0; n < 20; n += 1)
        expect((await callTool(client, 'heartbeat', { id, lease_token: claim.lease_token })).isError).toBeUndefined();
      expect((await callTool(client, 'complete', { id, lease_token: claim.lease_token })).isError).toBeUndefined();
      // One ring goes to one session, and the client has a stream as well.
      await client.close();
      const { rung } = await attachTo(surface, token, session);
      const next = await aPendingTodo(one.db, scope);
      await rawTool(surface, token, session, 'claim', { id: next });
      await lapseLease(one.db, next);
      expect((await rung(1))[0]?.meta.todo_id).toBe(next);
    } finally {
      await pair.stop();
      await stopSurface(doomed);
    }
  });

  it('restarted, goes on with its sessions; an ended one is 404, and a new one continues the lease', async () => {
    const before = await startSurface({ databaseUrl: database.url, env: ENV });
    const { scope, token } = await anEndpoint(one.db);
    const session = await initialize(before, token);
    const ended = await initialize(before, token);
    const id = await aPendingTodo(one.db, scope);
    const claim = await rawTool(before, token, session, 'claim', { id, require_fence: true });
    const fence = { id, lease_token: (claim.result.structuredContent as { lease_token: string }).lease_token };
    await endSession(before, token, ended);
    const { port } = before.server;
    await stopSurface(before);
    const after = await startSurface({ databaseUrl: database.url, env: ENV, port });
    try {
      expect((await rawTool(after, token, session, 'heartbeat', fence)).result.isError).toBeUndefined();
      for (const gone of [ended, 'never-was']) {
        for (const method of ['POST', 'GET', 'DELETE']) {
          const headers = {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'mcp-session-id': gone,
          };
          const body = method === 'POST' ? JSON.stringify(LIST_TOOLS) : undefined;
          expect(
            (await send(after, method, { ...headers, accept: 'text/event-stream, application/json' }, body)).status,
          ).toBe(404);
        }
      }
      const renewed = await initialize(after, token);
      const unfenced = await rawTool(after, token, renewed, 'complete', { id });
      expect(codeOf(unfenced.result)).toBe('conflict');
      expect((await rawTool(after, token, renewed, 'complete', fence)).result.isError).toBeUndefined();
      const [attempt] = await one.db.sql`select claimer_session, outcome from todo_attempts where todo_id = ${id}`;
      expect(attempt).toEqual({ claimer_session: session, outcome: 'completed' });
    } finally {
      await stopSurface(after);
    }
  });
});
