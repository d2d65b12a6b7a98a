import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { withOperator } from '@/lib/cli/operator';
import { requeueDueRetries } from '@/lib/store/sweeps/requeue-due-retries';
import {
  aClaimedTodo,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  attemptsOf,
  elapseRetryWindow,
  rowOf,
} from '@/tests/support/queue';
import { callInFlight } from './support/raw';
import { callTool, codeOf, mcpSurface, sdkClient } from './support/surface';

/** The server's own sweeps stay out of the way: each test runs the sweep it means. */
const surface = mcpSurface({ SWITCHBOARD_RETRY_INTERVAL_MS: '3600000', SWITCHBOARD_REAPER_INTERVAL_MS: '3600000' });

/** What another instance's retry scheduler does: the server is told of it by NOTIFY alone. */
async function requeueFromAnotherProcess(): Promise<void> {
  const env = { ...process.env, DATABASE_URL: surface.server.databaseUrl };
  await withOperator(env, { anySchema: false, note: () => {} }, ({ db }) => requeueDueRetries(db));
}

it('SPEC-0034 REQ-8 · An existing endpoint gets the verb', async () => {
  const { scope, token } = await anEndpoint(surface.db, { verbs: ['list_todos'] });
  const id = await aPendingTodo(surface.db, scope);
  const client = await sdkClient(surface, token);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_todo');
  expect((await callTool(client, 'get_todo', { id })).structuredContent).toMatchObject({ id, attempts: [] });
});

it('SPEC-0034 REQ-9 · Release without the grant', async () => {
  const { scope, token } = await anEndpoint(surface.db, { verbs: ['claim', 'complete', 'fail', 'heartbeat'] });
  const { todo } = await aClaimedTodo(surface.db, scope);
  const before = await attemptsOf(surface.db, todo.id);
  const client = await sdkClient(surface, token);
  expect(codeOf(await callTool(client, 'release', { id: todo.id, summary: 'daemon stopping' }))).toBe('forbidden');
  expect(await rowOf(surface.db, todo.id)).toMatchObject({ state: 'claimed', owner: scope.owner });
  expect(await attemptsOf(surface.db, todo.id)).toEqual(before);
});

it('SPEC-0034 REQ-10 · Foreign todo', async () => {
  const [a, b] = [await anEndpoint(surface.db), await anEndpoint(surface.db)];
  const id = await aParkedRetry(surface.db, a.scope);
  const client = await sdkClient(surface, b.token);
  const [foreign, random] = [
    await callTool(client, 'get_todo', { id }),
    await callTool(client, 'get_todo', { id: `td_${randomUUID()}` }),
  ];
  expect(codeOf(foreign)).toBe('not_found');
  expect(JSON.stringify(foreign)).toBe(JSON.stringify(random));
});

it('SPEC-0034 REQ-16 · Retry rings again', async () => {
  const { scope, token } = await anEndpoint(surface.db);
  const id = await aParkedRetry(surface.db, scope);
  const client = await sdkClient(surface, token);
  const waiting = callTool(client, 'wait_for_todo', { timeout_seconds: 60 });
  await callInFlight();
  await elapseRetryWindow(surface.db, id);
  await requeueFromAnotherProcess();
  expect((await waiting).structuredContent).toEqual({ ready: 1, todo_ids: [id], queue: 'ci' });
});

it('SPEC-0034 REQ-16 · A quick failure is not swallowed by the gate', async () => {
  const { scope, token } = await anEndpoint(surface.db);
  const client = await sdkClient(surface, token);
  const { todo } = await aClaimedTodo(surface.db, scope);
  await surface.db.sql`update todos set rung_at = now() - interval '5 seconds', rings = 1 where id = ${todo.id}`;
  await callTool(client, 'fail', { id: todo.id });
  await elapseRetryWindow(surface.db, todo.id);
  const waiting = callTool(client, 'wait_for_todo', { timeout_seconds: 60 });
  await requeueFromAnotherProcess();
  expect((await waiting).structuredContent).toMatchObject({ todo_ids: [todo.id] });
  expect(await rowOf(surface.db, todo.id)).toMatchObject({ state: 'pending', rung_at: null, rings: 0 });
});
