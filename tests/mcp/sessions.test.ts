import { describe, expect, it } from 'vitest';
import { revokeEndpoint } from '@/lib/store/endpoints/revoke-endpoint';
import { rotateEndpoint } from '@/lib/store/endpoints/rotate-endpoint';
import { SESSIONS_MAX_PER_ENDPOINT } from '@/lib/store/mcp-sessions/create-session';
import { endIdleMcpSessions } from '@/lib/store/sweeps/end-idle-mcp-sessions';
import { anEndpoint, aPendingTodo, type TestEndpoint } from '@/tests/support/queue';
import { callInFlight, INITIALIZE, initialize, LIST_TOOLS, openStream, post, rawTool, send } from './support/raw';
import { mcpSurface, sdkClient } from './support/surface';

const surface = mcpSurface();

const withSession = (token: string, session: string | undefined, method: string) => {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: method === 'GET' ? 'text/event-stream' : 'application/json',
    'mcp-session-id': session,
  };
  return send(surface, method, headers, method === 'POST' ? JSON.stringify(LIST_TOOLS) : undefined);
};

const sessionsOf = async ({ scope }: TestEndpoint) =>
  (await surface.db.sql<{ id: string }[]>`select id from mcp_sessions where endpoint_id = ${scope.endpointId}`).map(
    (row) => row.id,
  );

describe('a session', () => {
  it('is opened by initialize under an id that cannot be guessed', async () => {
    const endpoint = await anEndpoint(surface.db);
    const ids = await Promise.all(Array.from({ length: 20 }, () => initialize(surface, endpoint.token)));
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{22,}$/);
    expect((await sessionsOf(endpoint)).sort()).toEqual([...ids].sort());
  });

  it('remembers the client on the endpoint', async () => {
    const endpoint = await anEndpoint(surface.db);
    await initialize(surface, endpoint.token);
    const seen = async () => {
      const [row] = await surface.db
        .sql`select last_client, last_seen_at from endpoints where id = ${endpoint.scope.endpointId}`;
      return row;
    };
    await expect.poll(seen).toMatchObject({ last_client: 'raw 1', last_seen_at: expect.stringMatching(/Z$/) });
  });

  it('that is missing is 400, on POST, GET and DELETE', async () => {
    const { token } = await anEndpoint(surface.db);
    for (const method of ['POST', 'GET', 'DELETE'])
      expect((await withSession(token, undefined, method)).status).toBe(400);
  });

  it("that is unknown, ended, or another endpoint's is 404 in the same bytes", async () => {
    const endpoint = await anEndpoint(surface.db);
    const other = await initialize(surface, (await anEndpoint(surface.db)).token);
    const ended = await initialize(surface, endpoint.token);
    expect((await withSession(endpoint.token, ended, 'DELETE')).status).toBe(204);
    const bodies = new Set<string>();
    for (const id of ['A'.repeat(43), 'x', other, ended]) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const response = await withSession(endpoint.token, id, method);
        expect([method, id, response.status]).toEqual([method, id, 404]);
        bodies.add(await response.text());
      }
    }
    expect(bodies.size).toBe(1);
    expect(JSON.parse([...bodies][0] ?? '')).toMatchObject({ jsonrpc: '2.0', error: { code: -32001 }, id: null });
  });

  it('is not looked at before the bearer', async () => {
    const { token } = await anEndpoint(surface.db);
    const session = await initialize(surface, token);
    const wrong = `sbk_${'B'.repeat(43)}`;
    for (const id of [session, 'unknown', undefined]) expect((await withSession(wrong, id, 'POST')).status).toBe(401);
    expect((await withSession(token, session, 'POST')).status).toBe(200);
  });

  it('can be begun anew by an initialize that still carries an old id', async () => {
    const { token } = await anEndpoint(surface.db);
    const response = await post(surface, token, INITIALIZE, { 'mcp-session-id': 'long gone' });
    expect(response.status).toBe(200);
    expect(response.headers.get('mcp-session-id')).toMatch(/^[\w-]{43}$/);
  });

  it('goes on with another credential of its endpoint', async () => {
    const endpoint = await anEndpoint(surface.db);
    const session = await initialize(surface, endpoint.token);
    const { token } = await rotateEndpoint(surface.db, endpoint.human, endpoint.scope.endpointId);
    expect((await withSession(endpoint.token, session, 'POST')).status).toBe(401);
    expect((await withSession(token, session, 'POST')).status).toBe(200);
  });

  it('that ends takes no lease with it', async () => {
    const endpoint = await anEndpoint(surface.db);
    const first = await initialize(surface, endpoint.token);
    const id = await aPendingTodo(surface.db, endpoint.scope);
    await rawTool(surface, endpoint.token, first, 'claim', { id });
    await withSession(endpoint.token, first, 'DELETE');
    const second = await initialize(surface, endpoint.token);
    const { result } = await rawTool(surface, endpoint.token, second, 'complete', { id });
    expect(result.isError).toBeUndefined();
    const [attempt] = await surface.db.sql`select claimer_session, outcome from todo_attempts where todo_id = ${id}`;
    expect(attempt).toEqual({ claimer_session: first, outcome: 'completed' });
  });

  it('is ended by the SDK client too', async () => {
    const endpoint = await anEndpoint(surface.db);
    const client = await sdkClient(surface, endpoint.token);
    expect(await sessionsOf(endpoint)).toHaveLength(1);
    await (client.transport as unknown as { terminateSession(): Promise<void> }).terminateSession();
    expect(await sessionsOf(endpoint)).toHaveLength(0);
    await client.close();
  });
});

describe('sessions are bounded', () => {
  it('the longest idle goes when an endpoint opens one too many', async () => {
    const endpoint = await anEndpoint(surface.db);
    await surface.db.sql`
      insert into mcp_sessions (id, endpoint_id, protocol_version, last_seen_at)
      select 'old-' || n, ${endpoint.scope.endpointId}, '2025-11-25', now() - make_interval(secs => n)
      from generate_series(1, ${SESSIONS_MAX_PER_ENDPOINT}::int) as n`;
    const session = await initialize(surface, endpoint.token);
    const left = await sessionsOf(endpoint);
    expect(left).toHaveLength(SESSIONS_MAX_PER_ENDPOINT);
    expect(left).toContain(session);
    expect(left).toContain('old-1');
    expect(left).not.toContain(`old-${SESSIONS_MAX_PER_ENDPOINT}`);
    expect((await withSession(endpoint.token, `old-${SESSIONS_MAX_PER_ENDPOINT}`, 'POST')).status).toBe(404);
  });

  it('idle for half an hour ends one, at the call and in the sweep', async () => {
    const endpoint = await anEndpoint(surface.db);
    await surface.db.sql`
      insert into mcp_sessions (id, endpoint_id, protocol_version, last_seen_at) values
        ('idle-too-long', ${endpoint.scope.endpointId}, '2025-11-25', now() - interval '31 minutes'),
        ('idle-a-while', ${endpoint.scope.endpointId}, '2025-11-25', now() - interval '29 minutes')`;
    expect((await withSession(endpoint.token, 'idle-too-long', 'POST')).status).toBe(404);
    expect((await withSession(endpoint.token, 'idle-a-while', 'POST')).status).toBe(200);
    expect(await endIdleMcpSessions(surface.db)).toBeGreaterThanOrEqual(1);
    expect(await sessionsOf(endpoint)).toEqual(['idle-a-while']);
  });
});

describe('a revocation', () => {
  it('ends calls, streams and waits of the endpoint, and of no other', async () => {
    const endpoint = await anEndpoint(surface.db);
    const spared = await anEndpoint(surface.db);
    const session = await initialize(surface, endpoint.token);
    const stream = await openStream(surface, endpoint.token, session);
    const other = await openStream(surface, spared.token, await initialize(surface, spared.token));
    const waiting = rawTool(surface, endpoint.token, session, 'wait_for_todo', { timeout_seconds: 60 });
    await stream.until(/open/);
    await callInFlight();
    await revokeEndpoint(surface.db, endpoint.human, endpoint.scope.endpointId);
    expect((await withSession(endpoint.token, session, 'POST')).status).toBe(401);
    await stream.ended;
    expect((await waiting).result.structuredContent).toEqual({ ready: 0, todo_ids: [] });
    await other.until(/open/);
    other.abort();
    await endIdleMcpSessions(surface.db);
    expect(await sessionsOf(endpoint)).toEqual([]);
  }, 15_000);

  it('a rotation ends the stream that the old credential opened', async () => {
    const endpoint = await anEndpoint(surface.db);
    const session = await initialize(surface, endpoint.token);
    const old = await openStream(surface, endpoint.token, session);
    await old.until(/open/);
    const { token } = await rotateEndpoint(surface.db, endpoint.human, endpoint.scope.endpointId);
    const fresh = await openStream(surface, token, session);
    await old.ended;
    await fresh.until(/open/);
    fresh.abort();
  });
});
