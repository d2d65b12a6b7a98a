import createClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDb, type PoolDb } from '@/lib/db/connection';
import { endpointScope } from '@/lib/queue/scope';
import { claimNextTodo } from '@/lib/store/claim';
import { failTodo } from '@/lib/store/fail';
import type { paths } from '../openapi/operator-api';
import { SETTINGS } from '../support/queue';
import { startServer, type TestServer } from '../support/server';
import { anOperator } from '../unit/api/api-bench';

let server: TestServer;
let db: PoolDb;
let operator: Awaited<ReturnType<typeof anOperator>>;

beforeAll(async () => {
  server = await startServer();
  db = createDb(server.databaseUrl, SETTINGS);
  operator = await anOperator(db);
});
afterAll(async () => {
  await db.sql.end({ timeout: 5 });
  await server.stop();
});

const bearer = () => ({ authorization: `Bearer ${operator.token}` });

function api(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
  return fetch(`${server.url}/api/v1${path}`, { ...init, headers: { ...bearer(), ...init.headers } });
}

describe('the operator API on the production build', () => {
  test('a client generated from its description vends, creates, retries and reads', async () => {
    const client = createClient<paths>({ baseUrl: `${server.url}/api/v1`, headers: bearer() });
    const vended = await client.POST('/endpoints', { body: { name: 'nightly', queues: ['ci'] } });
    if (!vended.data) throw new Error(JSON.stringify(vended.error));
    const { endpoint_id: endpointId, agent_id: agentId, mcp_url: mcpUrl } = vended.data;
    expect(mcpUrl).toBe(`${server.url}/api/mcp`);

    const path = { id: endpointId };
    const body = { queue: 'ci', title: 'Nightly report', payload: { rows: 3 }, idempotency_key: 'n', max_attempts: 1 };
    const [first, again] = [
      await client.POST('/endpoints/{id}/todos', { params: { path }, body }),
      await client.POST('/endpoints/{id}/todos', { params: { path }, body }),
    ];
    const id = first.data?.id ?? '';
    expect([first.response.status, again.response.status, again.data?.id]).toEqual([201, 200, id]);

    const agent = endpointScope({ endpointId, agentId, queues: ['ci'] });
    await claimNextTodo(db, agent, {});
    await failTodo(db, agent, { id, summary: 'no rows today' });
    const dead = await client.GET('/todos', { params: { query: { state: 'dead_letter', endpoint_id: endpointId } } });
    expect(dead.data?.todos.map((todo) => [todo.id, todo.dead_letter])).toEqual([[id, true]]);

    const retried = await client.POST('/todos/{id}/retry', { params: { path: { id } }, body: { attempts_total: 1 } });
    expect(retried.data).toMatchObject({ id, state: 'pending', attempt: 0 });
    const read = await client.GET('/todos/{id}', { params: { path: { id } } });
    expect(read.data?.payload).toEqual({ rows: 3 });
    expect(read.data?.attempts.map(({ outcome, summary }) => [outcome, summary])).toEqual([
      ['failed', 'no rows today'],
    ]);

    const refused = await client.POST('/todos/{id}/release', { params: { path: { id } } });
    expect([refused.response.status, refused.error?.error.code]).toEqual([409, 'conflict']);
  });

  test('its description is served to whoever asks, and names this origin', async () => {
    const response = await fetch(`${server.url}/api/v1/openapi.json`);
    const document = await response.json();
    expect([response.status, document.openapi, document.servers]).toEqual([
      200,
      '3.1.0',
      [{ url: `${server.url}/api/v1` }],
    ]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('without a live token every route is one 401, with the challenge', async () => {
    const answers = await Promise.all(
      ['/todos', '/endpoints', '/no/such/route', '/'].map(async (path) => {
        const response = await api(path, { headers: { authorization: `Bearer sbo_${'x'.repeat(43)}` } });
        return [response.status, response.headers.get('www-authenticate'), await response.text()].join(' ');
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^401 Bearer realm="switchboard" \{"error":\{"code":"unauthorized","message":".+"\}\}$/);
  });

  test('404, 405 and 415 are JSON', async () => {
    const [absent, method, type] = [
      await api('/nope'),
      await api('/todos', { method: 'DELETE' }),
      await api('/endpoints', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }),
    ];
    expect([absent.status, method.status, method.headers.get('allow'), type.status]).toEqual([404, 405, 'GET', 415]);
    const codes = await Promise.all([absent, method, type].map(async (response) => (await response.json()).error.code));
    expect(codes).toEqual(['not_found', 'invalid', 'invalid']);
    const head = await api('/todos', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('64 KiB are taken, a byte more is 413 with a content length and without, and the connection lives on', async () => {
    const target = `/endpoints/${operator.endpointId}/todos`;
    const headers = { 'content-type': 'application/json' };
    const frame = JSON.stringify({ queue: 'ci', title: 'x', payload: '' });
    const body = (bytes: number) =>
      JSON.stringify({ queue: 'ci', title: 'x', payload: 'x'.repeat(bytes - frame.length) });
    const stream = () => new Response(body(65_537)).body;
    const statuses = [
      (await api(target, { method: 'POST', headers, body: body(65_536) })).status,
      (await api(target, { method: 'POST', headers, body: body(65_537) })).status,
      (await api(target, { method: 'POST', headers, body: stream(), duplex: 'half' })).status,
      (await api(target, { method: 'POST', headers, body: body(100) })).status,
    ];
    expect(statuses).toEqual([201, 413, 413, 201]);
  });

  test('no log line holds a token', () => {
    expect(server.logs()).not.toMatch(/sb[ok]_/);
  });
});
