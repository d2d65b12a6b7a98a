import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { VERBS } from '@/lib/queue/verbs';
import {
  aClaimedTodo,
  aDeadLetter,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  lapseLease,
  rowOf,
  type TestEndpoint,
} from '@/tests/support/queue';
import { callTool, codeOf, mcpSurface, sdkClient } from './support/surface';

const surface = mcpSurface();
let endpoint: TestEndpoint;
let client: Client;

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db, { verbs: [...VERBS] });
  client = await sdkClient(surface, endpoint.token);
});

const COMPACT = [
  'id',
  'queue',
  'title',
  'state',
  'attempt',
  'max_attempts',
  'created_at',
  'payload_size',
  'next_retry_at',
  'dead_letter',
];
const FULL = [...COMPACT, 'payload', 'routing'];
const CLAIM = ['attempt_seq', 'attempts_total', 'prior_attempts'];
const ATTEMPT = [
  'seq',
  'attempt',
  'claimer_kind',
  'claimant',
  'claimed_at',
  'last_heartbeat_at',
  'ended_at',
  'outcome',
  'disposition',
  'died',
  'summary',
  'summary_truncated',
  'artifact',
];

const keys = (value: unknown) => Object.keys(value as object).sort();
const sorted = (...names: string[][]) => names.flat().sort();
const served = async (name: string, args: Record<string, unknown> = {}) => {
  const result = await callTool(client, name, args);
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
  expect(result.content).toHaveLength(1);
  expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(result.structuredContent);
  return result.structuredContent;
};

describe('list_todos', () => {
  it('gives compact rows newest first, page by page', async () => {
    const own = await anEndpoint(surface.db);
    const lister = await sdkClient(surface, own.token);
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await aPendingTodo(surface.db, own.scope, { payload: { n } }));
    const first = (await callTool(lister, 'list_todos', { limit: 3 })).structuredContent;
    const second = (await callTool(lister, 'list_todos', { limit: 3, cursor: first.next_cursor })).structuredContent;
    const listed = [first, second].flatMap((page) => page.todos as { id: string }[]);
    expect(listed.map((todo) => todo.id)).toEqual(ids);
    expect(keys(listed[0])).toEqual(sorted(COMPACT, ['source']));
    expect(keys(second)).toEqual(['todos']);
  });

  it('narrows by queue and by state, retrying and dead_letter included', async () => {
    const own = await anEndpoint(surface.db, { queues: ['ci', 'docs'] });
    const lister = await sdkClient(surface, own.token);
    const pending = await aPendingTodo(surface.db, own.scope, { queue: 'docs' });
    const parked = await aParkedRetry(surface.db, own.scope);
    const dead = await aDeadLetter(surface.db, own.scope);
    const ids = async (args: object) => {
      const { todos } = (await callTool(lister, 'list_todos', { ...args })).structuredContent;
      return (todos as { id: string }[]).map((todo) => todo.id);
    };
    expect(await ids({ queue: 'docs' })).toEqual([pending]);
    expect(await ids({ state: 'retrying' })).toEqual([parked]);
    expect(await ids({ state: 'dead_letter' })).toEqual([dead]);
    expect(await ids({ state: 'failed' })).toEqual([dead, parked]);
  });

  it('clamps a limit above 200', async () => {
    const own = await anEndpoint(surface.db);
    await surface.db.sql`
      insert into todos (id, endpoint_id, queue, title)
      select 'td_' || gen_random_uuid(), ${own.scope.endpointId}, 'ci', 'one of many' from generate_series(1, 205)`;
    const lister = await sdkClient(surface, own.token);
    expect((await callTool(lister, 'list_todos', { limit: 5_000 })).structuredContent.todos).toHaveLength(200);
    expect((await callTool(lister, 'list_todos')).structuredContent.todos).toHaveLength(50);
  });
});

describe('claim and claim_next', () => {
  it('claim gives the full row with the claim beside it, and no token unfenced', async () => {
    const id = await aPendingTodo(surface.db, endpoint.scope, { payload: { pull: 7 } });
    const claimed = await served('claim', { id, claimant: 'harness/box/fixer/run-7' });
    expect(keys(claimed)).toEqual(sorted(FULL, CLAIM, ['source', 'owner', 'lease_expires_at']));
    expect(claimed).toMatchObject({ id, state: 'claimed', payload: { pull: 7 }, attempt_seq: 1, attempts_total: 1 });
    expect(claimed.owner).toBe(endpoint.scope.owner);
  });

  it('claim_next nests the row under todo, and says empty when there is none', async () => {
    const own = await anEndpoint(surface.db);
    const worker = await sdkClient(surface, own.token);
    expect((await callTool(worker, 'claim_next')).structuredContent).toEqual({ empty: true });
    const id = await aPendingTodo(surface.db, own.scope);
    const claimed = (await callTool(worker, 'claim_next', { queue: 'ci', require_fence: true })).structuredContent;
    expect(keys(claimed)).toEqual(sorted(['empty', 'todo', 'lease_token'], CLAIM));
    expect(claimed).toMatchObject({ empty: false, todo: { id, state: 'claimed' } });
    expect(keys(claimed.todo)).toEqual(sorted(FULL, ['source', 'owner', 'lease_expires_at']));
  });

  it('the second attempt sees the first, in exactly thirteen keys', async () => {
    const id = await aParkedRetry(surface.db, endpoint.scope, { due: true, claimant: 'first' });
    const claimed = await served('claim', { id });
    const prior = claimed.prior_attempts as Record<string, unknown>[];
    expect(prior).toHaveLength(1);
    expect(Object.keys(prior[0] ?? {})).toEqual(ATTEMPT);
    expect(prior[0]).toMatchObject({
      seq: 1,
      outcome: 'failed',
      died: false,
      summary: 'tests still red',
      claimant: 'first',
    });
    expect(claimed.attempt_seq).toBe(2);
  });

  it('records the session that a claim came on', async () => {
    const id = await aPendingTodo(surface.db, endpoint.scope);
    await served('claim', { id });
    const [attempt] = await surface.db.sql`
      select s.endpoint_id from todo_attempts a join mcp_sessions s on s.id = a.claimer_session where a.todo_id = ${id}`;
    expect(attempt?.endpoint_id).toBe(endpoint.scope.endpointId);
  });

  it('takes the lease it is asked for, and a day at most', async () => {
    const seconds = async (lease?: number) => {
      const id = await aPendingTodo(surface.db, endpoint.scope);
      const { lease_expires_at } = await served('claim', { id, ...(lease && { lease_ttl_seconds: lease }) });
      const [row] = await surface.db
        .sql`select extract(epoch from ${String(lease_expires_at)}::timestamptz - now()) as left`;
      return Math.round(Number(row?.left) / 10) * 10;
    };
    expect(await seconds()).toBe(300);
    expect(await seconds(60)).toBe(60);
    expect(await seconds(1_000_000)).toBe(86_400);
  });
});

describe('get_todo', () => {
  it('gives every attempt shape, nulls explicit, times in one spelling', async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope, { claimant: 'one' });
    await lapseLease(surface.db, todo.id);
    const taken = await served('claim', { id: todo.id });
    const read = await served('get_todo', { id: todo.id });
    const attempts = read.attempts as Record<string, unknown>[];
    expect(keys(read)).toEqual(
      sorted(FULL, ['result', 'attempts', 'attempts_total', 'attempts_pruned', 'source', 'owner', 'lease_expires_at']),
    );
    expect(attempts.map((attempt) => attempt.seq)).toEqual([2, 1]);
    for (const attempt of attempts) expect(Object.keys(attempt)).toEqual(ATTEMPT);
    expect(attempts[0]).toMatchObject({ ended_at: null, outcome: null, disposition: null, died: false, summary: null });
    expect(attempts[1]).toEqual((taken.prior_attempts as unknown[])[0]);
    expect(attempts[1]).toMatchObject({ outcome: 'lease_expired', disposition: 'requeued', died: true, summary: null });
    for (const attempt of attempts) expect(attempt.claimed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  });

  it('bounds its attempts: 20 by default, 50 at most', async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope);
    await surface.db.sql`
      insert into todo_attempts (todo_id, slot, seq, attempt, claimer_kind, owner, claimed_at, lease_expires_at, ended_at, outcome, disposition, summary)
      select ${todo.id}, n, n, 1, 'endpoint', 'agent:x', now(), now(), now(), 'failed', 'retry_scheduled', repeat('s', 2048)
      from generate_series(2, 60) as n`;
    const count = async (args: object) =>
      ((await served('get_todo', { id: todo.id, ...args })).attempts as unknown[]).length;
    expect(await count({})).toBe(20);
    expect(await count({ attempts_limit: 50 })).toBe(50);
    expect(await count({ attempts_limit: 51 })).toBe(50);
    const text = JSON.stringify((await callTool(client, 'get_todo', { id: todo.id })).content);
    expect(text.length).toBeLessThan(60_000);
  });

  it('of a dead letter says so', async () => {
    const id = await aDeadLetter(surface.db, endpoint.scope);
    expect(await served('get_todo', { id })).toMatchObject({ state: 'failed', dead_letter: true, next_retry_at: null });
  });
});

describe('reports', () => {
  it('heartbeat extends the lease', async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope);
    const extended = await served('heartbeat', { id: todo.id, lease_ttl_seconds: 3_600 });
    expect(keys(extended)).toEqual(sorted(COMPACT, ['source', 'owner', 'lease_expires_at']));
    expect(Date.parse(String(extended.lease_expires_at))).toBeGreaterThan(Date.parse(String(todo.leaseExpiresAt)));
  });

  it('complete stores any JSON as result', async () => {
    const values = [{}, { a: { b: [1, null] } }, [1], '10.5', 'true', '{"x":1}', 0, false, 1.5, 'a\u0000\ud800b'];
    for (const result of values) {
      const { todo } = await aClaimedTodo(surface.db, endpoint.scope);
      expect(await served('complete', { id: todo.id, result })).toMatchObject({ state: 'done', dead_letter: false });
      const cleaned = typeof result === 'string' ? result.replace(/[\0\ud800]/g, '\ufffd') : result;
      expect((await served('get_todo', { id: todo.id })).result).toEqual(cleaned);
    }
  });

  it('fail parks below the cap and dead-letters at it', async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope, { maxAttempts: 2 });
    const parked = await served('fail', { id: todo.id, result: { error: 'tests red' } });
    expect(keys(parked)).toEqual(sorted(COMPACT, ['source', 'owner']));
    expect(parked).toMatchObject({ state: 'failed', dead_letter: false, next_retry_at: expect.stringMatching(/Z$/) });
    await surface.db.sql`update todos set next_retry_at = now() where id = ${todo.id}`;
    await served('claim', { id: todo.id });
    expect(await served('fail', { id: todo.id })).toMatchObject({
      state: 'failed',
      dead_letter: true,
      next_retry_at: null,
    });
  });

  it('release gives the todo back with its counter as it was', async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope);
    const released = await served('release', { id: todo.id, summary: 'daemon stopping' });
    expect(released).toMatchObject({ state: 'pending', attempt: 1 });
    expect(released).not.toHaveProperty('owner');
    expect((await served('get_todo', { id: todo.id })).attempts).toMatchObject([
      { outcome: 'released', summary: 'daemon stopping' },
    ]);
  });

  it('retry brings back a dead letter and a parked retry', async () => {
    for (const id of [await aDeadLetter(surface.db, endpoint.scope), await aParkedRetry(surface.db, endpoint.scope)]) {
      expect(await served('retry', { id })).toMatchObject({ state: 'pending', attempt: 0, next_retry_at: null });
    }
  });

  it('text that PostgreSQL cannot hold never keeps a lease from ending', async () => {
    const bad = 'a\u0000b\ud800';
    for (const verb of ['complete', 'fail', 'release']) {
      const id = await aPendingTodo(surface.db, endpoint.scope);
      await served('claim', { id, claimant: 'x\u0000\u001b[31my' });
      await served(verb, { id, summary: bad, ...(verb !== 'release' && { result: { [bad]: bad } }) });
      const [attempt] = (await served('get_todo', { id })).attempts as Record<string, unknown>[];
      expect(attempt).toMatchObject({ claimant: 'x[31my', summary: 'a\ufffdb\ufffd' });
    }
  });
});

describe('create_todo', () => {
  it('creates, and gives the live todo of a key back unchanged', async () => {
    const args = { queue: 'ci', title: 'Review pull 7', payload: ['x'], kind: 'review', idempotency_key: 'pull-7' };
    const created = await served('create_todo', args);
    expect(keys(created)).toEqual(sorted(COMPACT, ['created', 'kind', 'source']));
    expect(created).toMatchObject({ created: true, state: 'pending', payload_size: 5, kind: 'review', source: 'mcp' });
    const again = await served('create_todo', { ...args, title: 'Another title', payload: null });
    expect(again).toEqual({ ...created, created: false });
  });

  it('keeps a todo for its assignee', async () => {
    const other = 'agent:01a22ddf-b61b-7234-ad96-a5f2a1a9a9e5';
    const created = await served('create_todo', { queue: 'ci', title: 'For one', assignee: other, max_attempts: 1 });
    expect(created).toMatchObject({ assignee: other, max_attempts: 1 });
    expect(codeOf(await callTool(client, 'claim', { id: created.id }))).toBe('conflict');
  });

  it('round-trips any payload with its own type', async () => {
    for (const payload of [{}, [1], '10.5', 'null', 0, false, { a: [null] }]) {
      const { id } = await served('create_todo', { queue: 'ci', title: 't', payload });
      const { payload: claimed } = await served('claim', { id });
      expect(claimed).toEqual(payload);
    }
  });
});

describe('arguments', () => {
  it('an explicit null means not given', async () => {
    const id = await aPendingTodo(surface.db, endpoint.scope);
    const claim = { id, lease_ttl_seconds: null, require_fence: null, claimant: null };
    expect(await served('claim', claim)).not.toHaveProperty('lease_token');
    await served('heartbeat', { id, lease_token: null, lease_ttl_seconds: null });
    await served('complete', { id, result: null, summary: null, artifact: null, lease_token: null });
    expect((await rowOf(surface.db, id)).result).toBeNull();
    await served('list_todos', { queue: null, state: null, limit: null, cursor: null });
  });

  it('may be left out altogether', async () => {
    const result = await client.callTool({ name: 'list_todos' });
    expect(result.isError).toBeFalsy();
  });
});
