import { expect, test } from 'vitest';
import { createDb } from '@/lib/db/connection';
import { failTodo } from '@/lib/store/fail';
import { aClaimedTodo, anEndpoint, attemptsOf, SETTINGS } from '../support/queue';
import { startServer, type TestServer } from '../support/server';

const TOKEN = 'a-metrics-token-of-32-characters';

/** Fails a fresh todo over MCP with a result and no summary, and reads what its attempt says. */
async function summaryOfAFailure(server: TestServer): Promise<unknown> {
  const db = createDb(server.databaseUrl, SETTINGS);
  try {
    const { scope, token } = await anEndpoint(db);
    const { todo } = await aClaimedTodo(db, scope);
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    };
    const post = (message: object, extra = {}) =>
      fetch(`${server.url}/api/mcp`, {
        method: 'POST',
        headers: { ...headers, ...extra },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      });
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'one-build', version: '1' } };
    const opened = await post({ method: 'initialize', params });
    const call = { name: 'fail', arguments: { id: todo.id, result: { error: 'tests red' } } };
    const failed = await post(
      { method: 'tools/call', params: call },
      { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' },
    );
    expect(failed.status).toBe(200);
    return (await attemptsOf(db, todo.id))[0]?.summary;
  } finally {
    await db.sql.end({ timeout: 1 });
  }
}

test('one build in two environments behaves in two ways', async () => {
  const plain = await startServer({});
  const optedIn = await startServer({ env: { SWITCHBOARD_ATTEMPT_SUMMARY_FROM_RESULT: 'true' } });
  try {
    expect(await summaryOfAFailure(plain)).toBeNull();
    expect(await summaryOfAFailure(optedIn)).toBe('{"error":"tests red"}');
  } finally {
    await Promise.all([plain.stop(), optedIn.stop()]);
  }
});

test('the sweeps run before any request, and one scrape shows what pages, routes and sweeps did', async () => {
  const server = await startServer({
    env: { SWITCHBOARD_METRICS_TOKEN: TOKEN, SWITCHBOARD_REAPER_INTERVAL_MS: '100' },
  });
  const db = createDb(server.databaseUrl, SETTINGS);
  try {
    const { scope } = await anEndpoint(db);
    const { todo } = await aClaimedTodo(db, scope, { leaseLapsed: true });
    await expect.poll(async () => (await attemptsOf(db, todo.id))[0]?.outcome, { timeout: 10_000 }).toBe('reaped');
    await summaryOfAFailure(server);
    const closed = await fetch(`${server.url}/metrics`);
    expect([closed.status, await closed.text()]).toEqual([401, '']);
    const scrape = await (
      await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    ).text();
    for (const line of [
      'switchboard_todo_attempts_closed_total{queue="ci",outcome="reaped"} 1',
      'switchboard_todo_attempts_closed_total{queue="ci",outcome="failed"} 1',
      'switchboard_lease_expired_total{queue="ci"} 1',
      'switchboard_queue_todos{queue="ci",state="pending"} 1',
      'switchboard_queue_todos{queue="ci",state="retrying"} 1',
      'switchboard_mcp_sessions 1',
    ]) {
      expect(scrape).toContain(line);
    }
    expect(server.logs().match(/"duty":"reaper","interval_ms"/g)).toHaveLength(1);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  } finally {
    await db.sql.end({ timeout: 1 });
    await server.stop();
  }
});

test('a failed report is not counted by the process that did not make it', async () => {
  const server = await startServer({ env: { SWITCHBOARD_METRICS_TOKEN: TOKEN } });
  const db = createDb(server.databaseUrl, SETTINGS);
  try {
    const { scope } = await anEndpoint(db);
    const { todo } = await aClaimedTodo(db, scope);
    await failTodo(db, scope, { id: todo.id });
    const scrape = await (
      await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    ).text();
    expect(scrape).not.toContain('outcome="failed"');
  } finally {
    await db.sql.end({ timeout: 1 });
    await server.stop();
  }
});
