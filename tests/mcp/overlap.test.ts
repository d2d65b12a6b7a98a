import { expect, it } from 'vitest';
import { aClaimedTodo, anEndpoint } from '@/tests/support/queue';
import { attachTo, channelRings } from './support/doorbell';
import { callInFlight, initialize, post, rawTool, toolCall } from './support/raw';
import { mcpSurface } from './support/surface';

const SESSIONS_EACH = 10;
const CALLS = 50;
const UNDER_WAY_EACH = 10;
const TODOS = 200;

const VERBS = ['create_todo', 'claim_next', 'get_todo', 'heartbeat', 'wait_for_todo'];

const surface = mcpSurface();

it('40 sessions of 4 endpoints with 50 overlapping calls each and equal ids: every answer and every ring to its own', async () => {
  const endpoints = await Promise.all(
    Array.from({ length: 4 }, () => anEndpoint(surface.db, { queues: ['ci', 'rung'], verbs: VERBS })),
  );
  const [rungFor] = endpoints;
  const claimed = await Promise.all(
    endpoints.flatMap((endpoint) =>
      Array.from({ length: SESSIONS_EACH }, async () => {
        const { todo } = await aClaimedTodo(surface.db, endpoint.scope, { queue: 'ci' });
        return { endpoint, todoId: todo.id, session: await initialize(surface, endpoint.token) };
      }),
    ),
  );
  const sessions = await Promise.all(
    claimed.map(async (one) => ({ ...one, attached: await attachTo(surface, one.endpoint.token, one.session) })),
  );
  const ask = async ({ endpoint, session, todoId }: (typeof sessions)[number], id: number) => {
    const [name, args] = [
      ['get_todo', { id: todoId }],
      ['heartbeat', { id: todoId }],
      ['claim_next', { queue: 'ci' }],
    ][id % 3] as [string, object];
    const answer = await post(surface, endpoint.token, toolCall(name, args, id), { 'mcp-session-id': session });
    const { id: answered, result } = (await answer.json()) as { id: number; result: { structuredContent: object } };
    expect(answered).toBe(id);
    expect(result.structuredContent ?? result).toMatchObject(name === 'claim_next' ? { empty: true } : { id: todoId });
  };
  // Ten of each session are under way at any time, so that equal ids of all sessions overlap.
  const calls = Array.from({ length: CALLS }, (_, id) => sessions.map((one) => ({ one, id }))).flat();
  const asking = Array.from({ length: sessions.length * UNDER_WAY_EACH }, async () => {
    for (let next = calls.shift(); next; next = calls.shift()) await ask(next.one, next.id);
  });
  const ids: string[] = [];
  const maker = await initialize(surface, rungFor?.token ?? '');
  const creating = async () => {
    for (let n = 0; n < TODOS; n += 1) {
      const answer = await rawTool(surface, rungFor?.token ?? '', maker, 'create_todo', { queue: 'rung', title: 't' });
      ids.push((answer.result.structuredContent as { id: string }).id);
      // Half of all hang up in the middle.
      if (n === TODOS / 2) for (const { attached } of sessions.filter((_, index) => index % 2)) attached.stream.abort();
    }
  };
  await Promise.all([...asking, creating()]);
  await callInFlight();
  const heard = await Promise.all(
    sessions
      .filter((_, index) => index % 2 === 0)
      .map(async ({ endpoint, attached }) => ({
        isOurs: endpoint === rungFor,
        rings: channelRings(await attached.stream.until(/open/)).map(({ meta }) => meta.todo_id),
      })),
  );
  for (const { isOurs, rings } of heard) {
    if (!isOurs) expect(rings).toEqual([]);
    for (const id of rings) expect(ids).toContain(id);
  }
  const rung = heard.flatMap(({ rings }) => rings);
  expect(new Set(rung).size).toBe(rung.length);
  expect(rung.length).toBeGreaterThan(TODOS / 2 / 2);
  for (const { attached } of sessions) attached.stream.abort();
  expect(surface.server.logs()).not.toMatch(/Already connected|unhandled|"level":"error"/i);
}, 60_000);
