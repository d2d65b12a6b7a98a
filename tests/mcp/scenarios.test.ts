import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { aClaimedTodo, anEndpoint, aParkedRetry, aPendingTodo, attemptsOf, rowOf } from '@/tests/support/queue';
import { callTool, codeOf, mcpSurface, sdkClient } from './support/surface';

const surface = mcpSurface();

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
