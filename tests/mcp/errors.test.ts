import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { VERBS, type Verb } from '@/lib/queue/verbs';
import { aClaimedTodo, aDoneTodo, anEndpoint, aPendingTodo, rowOf, type TestEndpoint } from '@/tests/support/queue';
import { initialize, rawTool } from './support/raw';
import { argumentOf, callTool, codeOf, mcpSurface, sdkClient } from './support/surface';

const surface = mcpSurface();
let endpoint: TestEndpoint;
let foreign: TestEndpoint;
let client: Client;
let session: string;

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db, { verbs: [...VERBS] });
  foreign = await anEndpoint(surface.db, { queues: ['ci', 'docs'] });
  client = await sdkClient(surface, endpoint.token);
  session = await initialize(surface, endpoint.token);
});

const ID_VERBS = ['get_todo', 'claim', 'heartbeat', 'complete', 'fail', 'release', 'retry'] as const;

const call = (name: string, args: Record<string, unknown> = {}) => callTool(client, name, args);
const textOf = (result: { content: unknown }) => (result.content as { text: string }[])[0]?.text ?? '';

/** A todo in all that may change of it. */
const wholeRow = async (id: string) => {
  const attempts = await surface.db.sql`select * from todo_attempts where todo_id = ${id} order by seq`;
  return [await rowOf(surface.db, id), [...attempts]];
};

describe('a refusal', () => {
  it('is a tool result with a code that programs read, and no structured content', async () => {
    const pending = await aPendingTodo(surface.db, endpoint.scope);
    const refused = await call('complete', { id: pending });
    expect(refused).toEqual({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/^conflict: complete: /) }],
      _meta: { 'switchboard/error': { code: 'conflict' } },
    });
  });

  it('has one constant text per code and verb', async () => {
    const texts = new Set<string>();
    for (const id of [await aPendingTodo(surface.db, endpoint.scope), await aDoneTodo(surface.db, endpoint.scope)]) {
      texts.add(textOf(await call('heartbeat', { id })));
    }
    expect(texts.size).toBe(1);
  });
});

describe('an id that is not there for the caller', () => {
  const unknown = () => `td_${randomUUID()}`;

  it.each(ID_VERBS)('%s answers foreign, random, malformed and out-of-grant ids in the same bytes', async (verb) => {
    const ids = [
      unknown(),
      await aPendingTodo(surface.db, foreign.scope),
      (await aClaimedTodo(surface.db, foreign.scope)).todo.id,
      await aDoneTodo(surface.db, foreign.scope),
      await aPendingTodo(surface.db, endpoint.scope, { queue: 'not granted' }),
      'abc',
      '',
      'a\u0000b',
      '\ud800',
      'x'.repeat(10_000),
    ];
    const answers = new Set<string>();
    for (const id of ids) {
      const before = id.startsWith('td_') && id !== ids[0] ? await wholeRow(id) : undefined;
      const { status, text, result } = await rawTool(surface, endpoint.token, session, verb, { id });
      expect([status, codeOf(result)]).toEqual([200, 'not_found']);
      answers.add(text);
      if (before) expect(await wholeRow(id)).toEqual(before);
    }
    expect(answers.size).toBe(1);
  });

  const refusable: Record<string, object> = {
    get_todo: { attempts_limit: 0 },
    claim: { lease_ttl_seconds: 0 },
    heartbeat: { lease_ttl_seconds: 'long' },
    complete: { artifact: 'file:///etc/passwd' },
    fail: { summary: 5 },
    release: { nope: 1 },
    retry: { nope: 1 },
  };

  it.each(Object.entries(refusable))(
    '%s says not_found before invalid, and invalid only of its own',
    async (verb, bad) => {
      const plain = await rawTool(surface, endpoint.token, session, verb, { id: unknown() });
      for (const id of [unknown(), await aPendingTodo(surface.db, foreign.scope)]) {
        expect((await rawTool(surface, endpoint.token, session, verb, { id, ...bad })).text).toBe(plain.text);
      }
      const own = (await aClaimedTodo(surface.db, endpoint.scope)).todo.id;
      const before = await wholeRow(own);
      const refused = await call(verb, { id: own, ...bad });
      expect([codeOf(refused), argumentOf(refused)]).toEqual(['invalid', Object.keys(bad)[0]]);
      expect(await wholeRow(own)).toEqual(before);
    },
  );
});

describe('invalid', () => {
  const cases: [verb: string, args: Record<string, unknown>, argument: string][] = [
    ['claim_next', { requir_fence: true }, 'requir_fence'],
    ['claim_next', { require_fence: 'true' }, 'require_fence'],
    ['claim_next', { require_fence: 1 }, 'require_fence'],
    ['claim_next', { lease_ttl_seconds: 0 }, 'lease_ttl_seconds'],
    ['claim_next', { lease_ttl_seconds: -1 }, 'lease_ttl_seconds'],
    ['claim_next', { lease_ttl_seconds: 1.5 }, 'lease_ttl_seconds'],
    ['claim_next', { lease_ttl_seconds: '60' }, 'lease_ttl_seconds'],
    ['claim_next', { claimant: 5 }, 'claimant'],
    ['claim_next', { queue: ['ci'] }, 'queue'],
    ['list_todos', { limit: 0 }, 'limit'],
    ['list_todos', { state: 'gone' }, 'state'],
    ['list_todos', { cursor: 'nonsense' }, 'cursor'],
    ['get_todo', {}, 'id'],
    ['get_todo', { id: null }, 'id'],
    ['get_todo', { id: 5 }, 'id'],
    ['wait_for_todo', { timeout_seconds: 0 }, 'timeout_seconds'],
    ['wait_for_todo', { timeout_seconds: 241 }, 'timeout_seconds'],
    ['create_todo', { title: 't' }, 'queue'],
    ['create_todo', { queue: 'ci' }, 'title'],
    ['create_todo', { queue: 'ci', title: '   ' }, 'title'],
    ['create_todo', { queue: 'ci', title: 'x'.repeat(501) }, 'title'],
    ['create_todo', { queue: 'ci', title: 't', max_attempts: 0 }, 'max_attempts'],
    ['create_todo', { queue: 'ci', title: 't', max_attempts: 101 }, 'max_attempts'],
    ['create_todo', { queue: 'ci', title: 't', assignee: 'me' }, 'assignee'],
    ['create_todo', { queue: 'ci', title: 't', payload_text: '{}' }, 'payload_text'],
  ];

  it.each(cases)('%s %j names the argument and changes nothing', async (verb, args, argument) => {
    const pending = await aPendingTodo(surface.db, endpoint.scope);
    const [before] = await surface.db.sql`select count(*)::int as todos from todos`;
    const refused = await call(verb, args);
    expect([codeOf(refused), argumentOf(refused)]).toEqual(['invalid', argument]);
    expect(textOf(refused)).toMatch(new RegExp(`^invalid: ${verb}: ${argument} `));
    expect((await rowOf(surface.db, pending)).state).toBe('pending');
    const [after] = await surface.db.sql`select count(*)::int as todos from todos`;
    expect(after).toEqual(before);
  });

  it('a file URL as artifact leaves the todo claimed', async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope);
    for (const artifact of [
      'file:///etc/passwd',
      'http://x.test',
      'mcp://cairn/',
      `https://x.test/${'a'.repeat(512)}`,
    ]) {
      const refused = await call('complete', { id: todo.id, artifact });
      expect([codeOf(refused), argumentOf(refused)]).toEqual(['invalid', 'artifact']);
    }
    expect((await rowOf(surface.db, todo.id)).state).toBe('claimed');
    expect((await call('complete', { id: todo.id, artifact: 'mcp://cairn/Zz9' })).isError).toBeFalsy();
  });

  it('a long unknown argument is not echoed whole', async () => {
    const refused = await call('retry', { ['y'.repeat(5_000)]: 1, id: await aPendingTodo(surface.db, endpoint.scope) });
    expect(codeOf(refused)).toBe('invalid');
    expect(textOf(refused).length).toBeLessThan(300);
  });
});

describe('forbidden', () => {
  it('a known verb outside the grant changes nothing, whatever its arguments', async () => {
    const own = await anEndpoint(surface.db, { verbs: ['claim'] });
    const limited = await sdkClient(surface, own.token);
    const { todo } = await aClaimedTodo(surface.db, own.scope);
    const before = await wholeRow(todo.id);
    for (const verb of VERBS.filter((name) => name !== 'claim')) {
      for (const args of [{ id: todo.id }, { id: `td_${randomUUID()}` }, { nope: 1 }]) {
        const refused = await callTool(limited, verb, args);
        expect(codeOf(refused)).toBe('forbidden');
        expect(argumentOf(refused)).toBeUndefined();
      }
    }
    expect(await wholeRow(todo.id)).toEqual(before);
  });

  it.each(['list_todos', 'claim_next', 'wait_for_todo', 'create_todo'])(
    '%s of a queue outside the grant',
    async (verb) => {
      for (const queue of ['docs', '', 'a\u0000']) {
        const refused = await call(verb, { queue, ...(verb === 'create_todo' && { title: 't' }) });
        expect([codeOf(refused), argumentOf(refused)]).toEqual(['forbidden', 'queue']);
      }
    },
  );

  it('comes before whatever else is wrong with the arguments', async () => {
    const refused = await call('create_todo', { queue: 'docs', title: '', nope: 1 });
    expect([codeOf(refused), argumentOf(refused)]).toEqual(['forbidden', 'queue']);
  });

  it('is decided by the grant of now, not of when the session began', async () => {
    const own = await anEndpoint(surface.db, { queues: ['ci', 'docs'], verbs: ['list_todos', 'claim', 'complete'] });
    const worker = await sdkClient(surface, own.token);
    const listed = async () => (await worker.listTools()).tools.map((tool) => tool.name);
    const { todo } = await aClaimedTodo(surface.db, own.scope);
    expect(await listed()).toEqual(['list_todos', 'get_todo', 'wait_for_todo', 'claim', 'complete']);
    await surface.db
      .sql`update endpoints set verbs = '{claim,release}', queues = '{ci}' where id = ${own.scope.endpointId}`;
    for (const verb of ['complete', 'get_todo', 'list_todos', 'wait_for_todo'])
      expect([verb, codeOf(await callTool(worker, verb, { id: todo.id }))]).toEqual([verb, 'forbidden']);
    const dropped = await aPendingTodo(surface.db, own.scope, { queue: 'docs' });
    expect(codeOf(await callTool(worker, 'claim', { id: dropped }))).toBe('not_found');
    expect((await callTool(worker, 'release', { id: todo.id })).isError).toBeFalsy();
    expect(await listed()).toEqual(['claim', 'release']);
  });
});

describe('unavailable', () => {
  it('is every verb’s answer while the database does not serve it, and nothing has happened', async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope);
    const before = await wholeRow(todo.id);
    const lock = await surface.db.sql.reserve();
    await lock`begin`;
    await lock`lock table todos in access exclusive mode`;
    const argumentsOf = (verb: Verb): Record<string, unknown> => {
      if (verb === 'create_todo') return { queue: 'ci', title: 'Never made' };
      return (ID_VERBS as readonly string[]).includes(verb) ? { id: todo.id } : {};
    };
    const answers = await Promise.all(VERBS.map(async (verb) => [verb, await call(verb, argumentsOf(verb))] as const));
    await lock`rollback`;
    lock.release();
    for (const [verb, answer] of answers) {
      const text = `unavailable: ${verb}: the database is not available, try again shortly`;
      expect(answer).toEqual({
        isError: true,
        content: [{ type: 'text', text }],
        _meta: { 'switchboard/error': { code: 'unavailable' } },
      });
    }
    expect(await wholeRow(todo.id)).toEqual(before);
    expect(await surface.db.sql`select from todos where title = 'Never made'`).toHaveLength(0);
  });
});

describe('create_todo on an endpoint', () => {
  it('of another tenant cannot be asked for: the endpoint is the bearer', async () => {
    const refused = await call('create_todo', { queue: 'ci', title: 't', endpoint_id: foreign.scope.endpointId });
    expect([codeOf(refused), argumentOf(refused)]).toEqual(['invalid', 'endpoint_id']);
  });
});
