import { beforeAll, describe, expect, it } from 'vitest';
import { VERBS } from '@/lib/queue/verbs';
import { aClaimedTodo, anEndpoint, attemptsOf, rowOf, type TestEndpoint } from '@/tests/support/queue';
import { initialize, post } from './support/raw';
import { argumentOf, codeOf, mcpSurface } from './support/surface';

const surface = mcpSurface();
let endpoint: TestEndpoint;
let session: string;

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db, { verbs: [...VERBS] });
  session = await initialize(surface, endpoint.token);
});

async function send(body: string) {
  const response = await post(surface, endpoint.token, body, { 'mcp-session-id': session });
  const { result, error } = await response.json();
  return { status: response.status, result, error };
}

const callText = (verb: string, args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${verb}","arguments":${args}}}`;

const call = (verb: string, args: string) => send(callText(verb, args));

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

async function todosAnd<T>(act: () => Promise<T>): Promise<T> {
  const count = async () => (await surface.db.sql`select count(*)::int as todos from todos`)[0]?.todos;
  const before = await count();
  const outcome = await act();
  expect(await count()).toBe(before);
  return outcome;
}

describe('a body that is no message', () => {
  const bodies: [title: string, body: string, code: number][] = [
    ['cut off', callText('create_todo', '{"queue":"ci","title":"t"').slice(0, -2), -32700],
    ['with a comment', '{"jsonrpc":"2.0",/**/"id":1,"method":"ping"}', -32700],
    ['with a bare NaN', callText('claim_next', '{"lease_ttl_seconds":NaN}'), -32700],
    ['with a control character in a string', callText('retry', '{"id":"a\u0001"}'), -32700],
    ['with two values', '{"jsonrpc":"2.0","id":1,"method":"ping"} {}', -32700],
    ['10,000 deep', callText('create_todo', `{"queue":"ci","title":"t","payload":${nested(10_000)}}`), -32600],
    ['10,000 deep and cut off', callText('create_todo', `{"payload":${'{"a":'.repeat(10_000)}`), -32600],
    ['with its method twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', -32600],
    ['with its tool twice', callText('list_todos', '{}').replace('"name"', '"name":"retry","name"'), -32600],
    ['that is null', 'null', -32600],
    ['that is a text', '"ping"', -32600],
  ];

  it.each(bodies)('%s is 400 and says why', async (_title, body, code) => {
    const { status, error } = await todosAnd(() => send(body));
    expect([status, error.code]).toEqual([400, code]);
    expect(error.message.length).toBeGreaterThan(15);
  });
});

describe('arguments', () => {
  const refusals: [verb: string, args: string, argument: string][] = [
    ['create_todo', '{"queue":"ci","title":"t","title":"u"}', 'title'],
    ['create_todo', '{"queue":"ci","title":"t","__proto__":{"kind":"x"}}', '__proto__'],
    ['create_todo', '{"queue":"ci","title":"t","constructor":{"prototype":{}}}', 'constructor'],
    ['create_todo', `{"queue":"ci","title":"t","payload":${nested(201)}}`, 'payload'],
    ['create_todo', '{"queue":"ci","title":"\\u200b\\ufeff"}', 'title'],
    ['create_todo', '{"queue":"ci","title":{"toString":"t"}}', 'title'],
    ['create_todo', '{"queue":"ci","title":"t","idempotency_key":"k\\u0000"}', 'idempotency_key'],
    ['create_todo', '{"queue":"ci","title":"t","idempotency_key":"k\\ud800"}', 'idempotency_key'],
    ['create_todo', '{"queue":"ci","title":"t","max_attempts":1e400}', 'max_attempts'],
    ['claim_next', '{"require_fence":false,"require_fence":true}', 'require_fence'],
    ['claim_next', '{"require_fence":"false"}', 'require_fence'],
    ['claim_next', '{"require\\u005ffence":1}', 'require_fence'],
    ['claim_next', '{"queue":{}}', 'queue'],
    ['list_todos', '{"cursor":"\\u0000"}', 'cursor'],
    ['list_todos', '{"state":"__proto__"}', 'state'],
    ['get_todo', '{"id":["td_1"]}', 'id'],
    ['wait_for_todo', '{"timeout_seconds":[1]}', 'timeout_seconds'],
  ];

  it.each(refusals)('%s %s is invalid by name, and nothing is stored', async (verb, args, argument) => {
    const { status, result } = await todosAnd(() => call(verb, args));
    expect([status, codeOf(result), argumentOf(result)]).toEqual([200, 'invalid', argument]);
    expect(result).not.toHaveProperty('structuredContent');
  });

  it('at the bound of depth are stored, in a payload and in a result', async () => {
    const created = await call('create_todo', `{"queue":"ci","title":"t","payload":${nested(200)}}`);
    const { id } = created.result.structuredContent;
    const claimed = await call('claim', `{"id":"${id}"}`);
    expect(JSON.stringify(claimed.result.structuredContent.payload)).toBe(nested(200));
    expect((await call('complete', `{"id":"${id}","result":${nested(200)}}`)).result.isError).toBeUndefined();
  });

  it.each(['complete', 'fail', 'release'])('of %s that are wrong leave the lease as it was', async (verb) => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope);
    const before = [await rowOf(surface.db, todo.id), await attemptsOf(surface.db, todo.id)];
    const bad = [
      `"summary":["x"]`,
      `"summary":"a","summary":"b"`,
      `"artifact":"https://e.x/\\u0000"`,
      `"artifact":"https://e.x/\\ud800"`,
      ...(verb === 'release' ? ['"result":1'] : [`"result":${nested(201)}`, '"result":1e999999']),
    ];
    for (const args of bad) {
      const { status, result } = await call(verb, `{"id":"${todo.id}",${args}}`);
      expect([args, status, codeOf(result)]).toEqual([args, 200, 'invalid']);
    }
    expect([await rowOf(surface.db, todo.id), await attemptsOf(surface.db, todo.id)]).toEqual(before);
    expect((await call(verb, `{"id":"${todo.id}","summary":"a\\u0000\\ud800"}`)).result.isError).toBeUndefined();
  });

  it('that are wrong for a todo that is not the caller’s are not_found, doubled keys too', async () => {
    const foreign = await anEndpoint(surface.db);
    const { todo } = await aClaimedTodo(surface.db, foreign.scope);
    for (const args of [`"summary":5`, `"result":${nested(201)}`, `"summary":"a","summary":"b"`]) {
      const { result } = await call('complete', `{"id":"${todo.id}",${args}}`);
      expect([args, codeOf(result)]).toEqual([args, 'not_found']);
    }
  });

  it('of null count as not given', async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope);
    const nulls = '"lease_token":null,"summary":null,"artifact":null,"result":null';
    const { result } = await call('complete', `{"id":"${todo.id}",${nulls}}`);
    expect(result.structuredContent).toMatchObject({ id: todo.id, state: 'done' });
    expect(await attemptsOf(surface.db, todo.id)).toMatchObject([{ summary: null, artifact: null }]);
  });
});
