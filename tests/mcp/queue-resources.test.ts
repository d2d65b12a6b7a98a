import { describe, expect, it } from 'vitest';
import { anEndpoint, aPendingTodo } from '@/tests/support/queue';
import { attachTo, messagesOf } from './support/doorbell';
import { initialize, post } from './support/raw';
import { type Surface, sdkClient } from './support/surface';
import { twoInstances } from './support/two-instances';

const { one, other, elsewhere } = twoInstances();

/** One request on a session, as the answer's bytes and its parsed form. */
async function ask(surface: Surface, token: string, session: string, method: string, params: object = {}) {
  const message = { jsonrpc: '2.0', id: 1, method, params };
  const text = await (await post(surface, token, message, { 'mcp-session-id': session })).text();
  return { text, ...(JSON.parse(text) as { result?: Record<string, unknown>; error?: { code: number } }) };
}

const updatesIn = (text: string) =>
  messagesOf(text)
    .filter(({ method }) => method === 'notifications/resources/updated')
    .map(({ params }) => params);

describe('queues as resources', () => {
  it('are listed and read by the SDK client, each granted queue and no other', async () => {
    const { scope, token } = await anEndpoint(one.db, { queues: ['ci', 'a b/ü'] });
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1) ids.push(await aPendingTodo(one.db, scope, { queue: 'a b/ü' }));
    const client = await sdkClient(one, token);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['switchboard://queues/ci', 'switchboard://queues/a%20b%2F%C3%BC']);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['switchboard://queues/{queue}']);
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return JSON.parse((content as { text: string }).text);
    };
    expect(await read('switchboard://queues/ci')).toEqual({ queue: 'ci', ready: 0, todo_ids: [] });
    expect(await read('switchboard://queues/a b/ü')).toEqual({ queue: 'a b/ü', ready: 5, todo_ids: ids.slice(0, 5) });
    await client.close();
  });

  it("are one and the same not found when another's, unknown or no queue at all", async () => {
    const { token } = await anEndpoint(one.db);
    await anEndpoint(one.db, { queues: ['foreign'] });
    const session = await initialize(one, token);
    for (const method of ['resources/read', 'resources/subscribe', 'resources/unsubscribe']) {
      const answers = [];
      for (const uri of [
        'switchboard://queues/foreign',
        'switchboard://queues/never',
        'https://x.test',
        'switchboard://queues/%',
      ]) {
        answers.push(await ask(one, token, session, method, { uri }));
      }
      expect(answers[0]?.error?.code).toBe(-32002);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    expect((await ask(one, token, session, 'resources/read', { uri: 5 })).error?.code).toBe(-32602);
  });

  it('are not there for an endpoint that may not wait for todos', async () => {
    const { token } = await anEndpoint(one.db, { verbs: ['create_todo'] });
    const session = await initialize(one, token);
    expect((await ask(one, token, session, 'resources/list')).result).toEqual({ resources: [] });
    expect((await ask(one, token, session, 'resources/read', { uri: 'switchboard://queues/ci' })).error?.code).toBe(
      -32002,
    );
  });
});

describe('a subscription', () => {
  const uri = 'switchboard://queues/ci';

  it('made on one instance rings the stream on the other, for its queue alone, until it is ended', async () => {
    const { scope, token } = await anEndpoint(one.db, { queues: ['ci', 'ops'] });
    const session = await initialize(one, token);
    const { stream, rung } = await attachTo(other, token, session);
    expect((await ask(one, token, session, 'resources/subscribe', { uri })).result).toEqual({});
    await ask(one, token, session, 'resources/subscribe', { uri });
    await elsewhere((db) => aPendingTodo(db, scope, { queue: 'ops' }));
    await rung(1);
    await elsewhere((db) => aPendingTodo(db, scope));
    await rung(2);
    expect(updatesIn(await stream.until(/resources\/updated/))).toEqual([{ uri }]);
    await ask(one, token, session, 'resources/unsubscribe', { uri });
    await elsewhere((db) => aPendingTodo(db, scope));
    await rung(3);
    await elsewhere((db) => aPendingTodo(db, scope, { queue: 'ops' }));
    await rung(4);
    expect(updatesIn(await stream.until(/claude/))).toHaveLength(1);
  });

  it('tells every subscribed session of the endpoint, whichever of them the ring goes to, and no other endpoint', async () => {
    const [a, b] = [await anEndpoint(one.db), await anEndpoint(one.db)];
    const sessions = [await initialize(one, a.token), await initialize(one, a.token)];
    const stranger = await initialize(one, b.token);
    const streams = [
      await attachTo(one, a.token, sessions[0] ?? ''),
      await attachTo(other, a.token, sessions[1] ?? ''),
    ];
    const theirs = await attachTo(other, b.token, stranger);
    for (const session of sessions) await ask(one, a.token, session, 'resources/subscribe', { uri });
    await ask(one, b.token, stranger, 'resources/subscribe', { uri });
    await elsewhere((db) => aPendingTodo(db, a.scope));
    for (const { stream } of streams)
      expect(updatesIn(await stream.until(/resources\/updated.*\n\n/))).toEqual([{ uri }]);
    const mine = await elsewhere((db) => aPendingTodo(db, b.scope));
    await theirs.rung(1);
    expect(updatesIn(await theirs.stream.until(/resources\/updated.*\n\n/))).toEqual([{ uri }]);
    expect((await theirs.rung(1)).map(({ meta }) => meta.todo_id)).toEqual([mine]);
  });
});
