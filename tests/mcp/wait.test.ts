import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { VERBS } from '@/lib/queue/verbs';
import { claimTodo } from '@/lib/store/claim';
import { anEndpoint, aPendingTodo, rowOf, type TestEndpoint } from '@/tests/support/queue';
import { callInFlight, initialize, post, rawTool, readStream, toolCall } from './support/raw';
import { callTool, codeOf, mcpSurface, sdkClient } from './support/surface';

const surface = mcpSurface();
let endpoint: TestEndpoint;
let client: Client;

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db, { queues: ['ci', 'docs'], verbs: [...VERBS] });
  client = await sdkClient(surface, endpoint.token);
});

/** Without a ring a wait finds work only when it looks again; a wake-up must come before that. */
const LOOKS_AGAIN_AFTER_SECONDS = 15;

const seconds = async (work: Promise<unknown>) => {
  const startedAt = performance.now();
  await work;
  return (performance.now() - startedAt) / 1_000;
};

const create = (queue = 'ci') => callTool(client, 'create_todo', { queue, title: 'New work' });

/** Takes all that is claimable, so that a wait has something to wait for. */
async function drain(): Promise<void> {
  for (;;) if ((await callTool(client, 'claim_next')).structuredContent.empty) return;
}

describe('wait_for_todo', () => {
  it('names at once what is claimable, five at most, oldest first, and claims none', async () => {
    const own = await anEndpoint(surface.db);
    const worker = await sdkClient(surface, own.token);
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await aPendingTodo(surface.db, own.scope));
    const { structuredContent } = await callTool(worker, 'wait_for_todo');
    expect(structuredContent).toEqual({ ready: 5, todo_ids: ids.slice(0, 5), queue: 'ci' });
    expect((await rowOf(surface.db, ids[0] ?? '')).state).toBe('pending');
  });

  it('answers ready 0 when the time runs out', async () => {
    await drain();
    const waiting = callTool(client, 'wait_for_todo', { timeout_seconds: 1 });
    const took = await seconds(waiting);
    expect((await waiting).structuredContent).toEqual({ ready: 0, todo_ids: [] });
    expect(took).toBeGreaterThan(0.9);
  });

  it('wakes at a create, and only who may have it', async () => {
    await drain();
    const other = await sdkClient(surface, (await anEndpoint(surface.db)).token);
    const waiting = callTool(client, 'wait_for_todo', { timeout_seconds: 20 });
    const elsewhere = callTool(client, 'wait_for_todo', { queue: 'docs', timeout_seconds: 2 });
    const foreign = callTool(other, 'wait_for_todo', { timeout_seconds: 2 });
    await callInFlight();
    const created = (await create()).structuredContent;
    expect(await seconds(waiting)).toBeLessThan(LOOKS_AGAIN_AFTER_SECONDS);
    expect((await waiting).structuredContent).toEqual({ ready: 1, todo_ids: [created.id], queue: 'ci' });
    expect((await elsewhere).structuredContent).toEqual({ ready: 0, todo_ids: [] });
    expect((await foreign).structuredContent).toEqual({ ready: 0, todo_ids: [] });
  });

  it('wakes for a todo that is released', async () => {
    await drain();
    const id = await aPendingTodo(surface.db, endpoint.scope);
    await claimTodo(surface.db, endpoint.scope, { id });
    const waiting = callTool(client, 'wait_for_todo', { timeout_seconds: 20 });
    await callInFlight();
    await callTool(client, 'release', { id });
    expect(await seconds(waiting)).toBeLessThan(LOOKS_AGAIN_AFTER_SECONDS);
    expect((await waiting).structuredContent).toMatchObject({ ready: 1, todo_ids: [id] });
  });

  it('leaves out what is assigned to somebody else', async () => {
    await drain();
    const assignee = 'agent:01a22ddf-b61b-7234-ad96-a5f2a1a9a9e5';
    await aPendingTodo(surface.db, endpoint.scope, { assignee });
    expect((await callTool(client, 'wait_for_todo', { timeout_seconds: 1 })).structuredContent).toMatchObject({
      ready: 0,
    });
  });

  it('may be called by whoever has list_todos or claim_next', async () => {
    for (const verb of ['list_todos', 'claim_next']) {
      const own = await anEndpoint(surface.db, { verbs: [verb] });
      const worker = await sdkClient(surface, own.token);
      expect(codeOf(await callTool(worker, 'wait_for_todo', { timeout_seconds: 1 }))).toBeUndefined();
    }
  });
});

describe('a long wait', () => {
  it('tells its progress every 15 seconds to the SDK client', async () => {
    await drain();
    const progress: { progress: number; total?: number | undefined }[] = [];
    const waiting = client.callTool({ name: 'wait_for_todo', arguments: { timeout_seconds: 17 } }, undefined, {
      onprogress: (told) => progress.push(told),
    });
    await waiting;
    expect(progress).toEqual([{ progress: 15, total: 17 }]);
  });

  it('streams events when it must, with the answer last', async () => {
    await drain();
    const session = await initialize(surface, endpoint.token);
    const headers = { 'mcp-session-id': session, accept: 'text/event-stream' };
    const response = await post(surface, endpoint.token, toolCall('wait_for_todo', { timeout_seconds: 1 }, 7), headers);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const stream = readStream(response);
    const text = await stream.until(/"id":7/);
    expect(text).toMatch(/^: open\n\nevent: message\ndata: \{"jsonrpc":"2.0","id":7,"result":/);
    await stream.ended;
  });

  it('answers JSON to a client that takes no events, progress token or not', async () => {
    await drain();
    const session = await initialize(surface, endpoint.token);
    const message = toolCall('wait_for_todo', { timeout_seconds: 1 }, 1, { progressToken: 'p' });
    const headers = { 'mcp-session-id': session, accept: 'application/json' };
    const response = await post(surface, endpoint.token, message, headers);
    expect((await response.json()).result.structuredContent).toEqual({ ready: 0, todo_ids: [] });
  });

  it('ends when it is cancelled, without an answer', async () => {
    await drain();
    const session = await initialize(surface, endpoint.token);
    const headers = { 'mcp-session-id': session };
    const cancel = (requestId: number) =>
      post(
        surface,
        endpoint.token,
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } },
        headers,
      );
    const json = post(surface, endpoint.token, toolCall('wait_for_todo', { timeout_seconds: 60 }, 1), headers);
    const message = toolCall('wait_for_todo', { timeout_seconds: 60 }, 2, { progressToken: 1 });
    const events = post(surface, endpoint.token, message, headers);
    await callInFlight();
    await cancel(1);
    await cancel(2);
    expect([(await json).status, await (await json).text()]).toEqual([202, '']);
    expect(await (await events).text()).toBe(': open\n\n');
  });

  it('of another session is not touched by a cancellation of the same id', async () => {
    await drain();
    const mine = await initialize(surface, endpoint.token);
    const theirs = await initialize(surface, (await anEndpoint(surface.db)).token);
    const waiting = rawTool(surface, endpoint.token, mine, 'wait_for_todo', { timeout_seconds: 2 });
    const note = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect((await post(surface, endpoint.token, note, { 'mcp-session-id': theirs })).status).toBe(404);
    expect((await waiting).result.structuredContent).toEqual({ ready: 0, todo_ids: [] });
  });
});
