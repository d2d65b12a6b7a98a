import { describe, expect, it } from 'vitest';
import { listActs } from '@/lib/store/board/list-acts';
import { claimTodo } from '@/lib/store/claim';
import { failTodo } from '@/lib/store/fail';
import {
  aClaimedTodo,
  aDeadLetter,
  aDoneTodo,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  rowOf,
} from '../../support/queue';
import { type ApiBench, anOperator, apiBench, call, refusalOf } from './api-bench';

const bench: ApiBench = await apiBench();
const { db } = bench;

describe('POST /endpoints/{id}/todos', () => {
  it('creates a todo: 201 when it is new, 200 with the same one while its key is live', async () => {
    const { token, endpointId, human } = await anOperator(db);
    const given = {
      queue: 'ci',
      title: 'Nightly report',
      payload: { rows: [1, null] },
      kind: 'report',
      idempotency_key: 'nightly',
      assignee: human.owner,
      max_attempts: 3,
    };
    const first = await call(bench, 'POST', `/endpoints/${endpointId}/todos`, { token, body: given });
    const again = await call(bench, 'POST', `/endpoints/${endpointId}/todos`, { token, body: given });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(first.body).toMatchObject({
      endpoint_id: endpointId,
      state: 'pending',
      source: 'api',
      kind: 'report',
      assignee: human.owner,
      max_attempts: 3,
      created: true,
    });
    expect(again.body).toEqual({ ...first.body, created: false });
    expect((await rowOf(db, String(first.body.id))).payload).toEqual({ rows: [1, null] });
  });

  it.each([
    [{ title: 'x' }, 'queue is required'],
    [{ queue: 'ci' }, 'title is required'],
    [{ queue: 'ci', title: ' ' }, 'title must have 1 to 500 characters, one of them visible'],
    [{ queue: 'ci', title: 'x', assignee: 'me' }, 'assignee must be agent:<agent id> or op:<human id>'],
    [{ queue: 'ci', title: 'x', max_attempts: 101 }, 'max_attempts must be a whole number from 1 to 100'],
    [{ queue: 'ci', title: 'x', max_attempts: 1.5 }, 'max_attempts must be a whole number from 1 to 100'],
    [{ queue: 'ci', title: 'x', idempotency_key: 'k'.repeat(501) }, 'idempotency_key must have at most 500 characters'],
    [{ queue: 'ci', title: 'x', idempotencyKey: 'k' }, /^"idempotencyKey" is not a field of this operation/],
  ])('%j is invalid by name and creates nothing', async (given, message) => {
    const { token, endpointId } = await anOperator(db);
    const answer = await call(bench, 'POST', `/endpoints/${endpointId}/todos`, { token, body: given });
    expect([answer.status, refusalOf(answer).code]).toEqual([422, 'invalid']);
    expect(refusalOf(answer).message).toMatch(message);
    expect((await call(bench, 'GET', '/todos', { token })).body).toEqual({ todos: [] });
  });

  it('makes one todo of a key that comes twenty times at once, and tells one caller so', async () => {
    const { token, endpointId } = await anOperator(db);
    const body = { queue: 'ci', title: 'x', idempotency_key: 'k' };
    const sent = Array.from({ length: 20 }, () =>
      call(bench, 'POST', `/endpoints/${endpointId}/todos`, { token, body }),
    );
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  });

  it('keeps every digit of a payload, in and out', async () => {
    const { token, endpointId } = await anOperator(db);
    const sent = '{"queue":"ci","title":"x","payload":{"id": 9007199254740993, "price":1.10}}';
    const { body } = await call(bench, 'POST', `/endpoints/${endpointId}/todos`, { token, body: sent });
    const { text } = await call(bench, 'GET', `/todos/${body.id}`, { token });
    expect(text).toContain('"payload":{"id":9007199254740993,"price":1.10}');
    const nothing = { queue: 'ci', title: 'x', payload: null };
    const made = await call(bench, 'POST', `/endpoints/${endpointId}/todos`, { token, body: nothing });
    expect(made.body.payload_size).toBe(0);
  });

  it('with a field given twice is invalid by name', async () => {
    const { token, endpointId } = await anOperator(db);
    const body = '{"queue":"ci","title":"x","title":"y"}';
    const answer = await call(bench, 'POST', `/endpoints/${endpointId}/todos`, { token, body });
    expect([answer.status, refusalOf(answer).message]).toEqual([422, '"title" is given twice']);
  });

  it('on a revoked endpoint is not found', async () => {
    const { token, endpointId } = await anOperator(db);
    await call(bench, 'POST', `/endpoints/${endpointId}/revoke`, { token });
    const body = { queue: 'ci', title: 'x' };
    expect((await call(bench, 'POST', `/endpoints/${endpointId}/todos`, { token, body })).status).toBe(404);
  });
});

describe('GET /todos', () => {
  it('pages through all endpoints of the human, newest first, each todo once', async () => {
    const { token, human, endpoint } = await anOperator(db);
    const other = await anEndpoint(db, { human });
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1)
      made.unshift(await aPendingTodo(db, (index % 2 ? other : endpoint).scope));
    const seen: string[] = [];
    for (let next: string | undefined = '/todos?limit=3'; next !== undefined; ) {
      const { body }: Awaited<ReturnType<typeof call>> = await call(bench, 'GET', next, { token });
      seen.push(...(body.todos as { id: string }[]).map(({ id }) => id));
      next = body.next_cursor === undefined ? undefined : `/todos?limit=3&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(made);
  });

  it('narrows by state, queue and endpoint', async () => {
    const { token, human, endpoint, endpointId } = await anOperator(db);
    const other = await anEndpoint(db, { human, queues: ['reviews'] });
    const ids = {
      pending: await aPendingTodo(db, endpoint.scope),
      dead_letter: await aDeadLetter(db, endpoint.scope),
      retrying: await aParkedRetry(db, endpoint.scope),
      done: await aDoneTodo(db, endpoint.scope),
    };
    const review = await aPendingTodo(db, other.scope);
    const idsOf = async (query: string) => {
      const { body } = await call(bench, 'GET', `/todos?${query}`, { token });
      return (body.todos as { id: string }[]).map(({ id }) => id);
    };
    for (const [state, id] of Object.entries(ids))
      expect(await idsOf(`state=${state}&endpoint_id=${endpointId}`)).toEqual([id]);
    expect(await idsOf('queue=reviews')).toEqual([review]);
    expect(await idsOf(`endpoint_id=${other.scope.endpointId}`)).toEqual([review]);
    expect(await idsOf('endpoint_id=nonsense')).toEqual([]);
    expect(await idsOf('limit=100000')).toHaveLength(5);
  });

  it.each([
    ['state=asleep', /^state must be one of /],
    ['limit=0', 'limit must be a whole number, at least 1'],
    ['limit=1e3', 'limit must be a whole number, at least 1'],
    ['limit=1&limit=2', '"limit" is given more than once'],
    ['cursor=nonsense', 'cursor must be the next_cursor of an earlier answer'],
    ['page=2', /^"page" is not a query parameter of this operation, which takes endpoint_id, queue, state/],
  ])('%s is invalid by name', async (query, message) => {
    const { token } = await anOperator(db);
    const answer = await call(bench, 'GET', `/todos?${query}`, { token });
    expect([answer.status, refusalOf(answer).code]).toEqual([422, 'invalid']);
    expect(refusalOf(answer).message).toMatch(message);
  });
});

describe('GET /todos/{id}', () => {
  it('shows payload, routing, result and attempts with nulls explicit', async () => {
    const { token, endpoint } = await anOperator(db);
    const { todo } = await aClaimedTodo(db, endpoint.scope, { payload: { deep: [{ a: null }] }, key: 'k' });
    await failTodo(db, endpoint.scope, { id: todo.id, summary: 'still red', resultText: '{"tried":true}' });
    const { status, body } = await call(bench, 'GET', `/todos/${todo.id}`, { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: todo.id,
      state: 'failed',
      dead_letter: false,
      payload: { deep: [{ a: null }] },
      routing: null,
      result: { tried: true },
      idempotency_key: 'k',
      deliveries: 1,
      attempts_total: 1,
      attempts_pruned: 0,
    });
    const [attempt] = body.attempts as Record<string, unknown>[];
    expect(Object.keys(attempt ?? {})).toHaveLength(13);
    expect(attempt).toMatchObject({ seq: 1, outcome: 'failed', summary: 'still red', artifact: null, died: false });
  });

  it('gives as many of the newest attempts as are asked for', async () => {
    const { token, endpoint } = await anOperator(db);
    const id = await aParkedRetry(db, endpoint.scope, { due: true });
    await claimTodo(db, endpoint.scope, { id });
    const seqs = async (query: string) => {
      const { body } = await call(bench, 'GET', `/todos/${id}${query}`, { token });
      return (body.attempts as { seq: number }[]).map(({ seq }) => seq);
    };
    expect([await seqs(''), await seqs('?attempts_limit=1')]).toEqual([[2, 1], [2]]);
    expect((await call(bench, 'GET', `/todos/${id}?attempts_limit=0`, { token })).status).toBe(422);
  });
});

describe('POST /todos/{id}/retry, release and fail', () => {
  it('retry brings a dead letter back, once', async () => {
    const { token, endpoint } = await anOperator(db);
    const id = await aDeadLetter(db, endpoint.scope);
    const retried = await call(bench, 'POST', `/todos/${id}/retry`, { token });
    expect([retried.status, retried.body.state, retried.body.attempt]).toEqual([200, 'pending', 0]);
    const again = await call(bench, 'POST', `/todos/${id}/retry`, { token });
    expect([again.status, refusalOf(again).code]).toEqual([409, 'conflict']);
  });

  it('release and fail end the attempt that an agent holds, fenced or not', async () => {
    const { token, endpoint } = await anOperator(db);
    for (const requireFence of [true, false]) {
      const [one, two] = [
        await aClaimedTodo(db, endpoint.scope, { requireFence }),
        await aClaimedTodo(db, endpoint.scope, { requireFence }),
      ];
      const released = await call(bench, 'POST', `/todos/${one.todo.id}/release`, { token, body: {} });
      const failed = await call(bench, 'POST', `/todos/${two.todo.id}/fail`, { token });
      expect([released.body.state, failed.body.state]).toEqual(['pending', 'failed']);
      expect(failed.body.next_retry_at).not.toBeNull();
    }
  });

  it('of ten who retry at once one does it', async () => {
    const { token, endpoint } = await anOperator(db);
    const id = await aDeadLetter(db, endpoint.scope);
    const sent = Array.from({ length: 10 }, () => call(bench, 'POST', `/todos/${id}/retry`, { token }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it('an act that was meant for an earlier attempt is a conflict and moves nothing', async () => {
    const { token, endpoint } = await anOperator(db);
    const id = await aParkedRetry(db, endpoint.scope, { due: true });
    const before = await call(bench, 'POST', `/todos/${id}/retry`, { token, body: { attempts_total: 0 } });
    await claimTodo(db, endpoint.scope, { id });
    const acts = ['release', 'fail'].map((act) =>
      call(bench, 'POST', `/todos/${id}/${act}`, { token, body: { attempt_seq: 1 } }),
    );
    expect([before, ...(await Promise.all(acts))].map(({ status }) => status)).toEqual([409, 409, 409]);
    expect((await rowOf(db, id)).state).toBe('claimed');
    expect((await call(bench, 'POST', `/todos/${id}/fail`, { token, body: { attempt_seq: 2 } })).status).toBe(200);
  });

  it('leave a report for the next worker, and a line among the acts of their human', async () => {
    const { token, human, endpoint, endpointId } = await anOperator(db);
    const { todo } = await aClaimedTodo(db, endpoint.scope);
    const body = { summary: 'stuck on the flaky test', artifact: 'https://ci.example/1' };
    await call(bench, 'POST', `/todos/${todo.id}/fail`, { token, body });
    await call(bench, 'POST', `/todos/${todo.id}/retry`, { token });
    await call(bench, 'POST', `/todos/${todo.id}/retry`, { token });
    const read = await call(bench, 'GET', `/todos/${todo.id}`, { token });
    expect(read.body.attempts).toMatchObject([{ outcome: 'failed', ...body }]);
    expect(await listActs(db, human, { limit: 9 })).toMatchObject([
      { act: 'retry', todoId: todo.id, attemptSeq: null, endpointId },
      { act: 'fail', todoId: todo.id, attemptSeq: 1, endpointId },
    ]);
  });

  it('a report that cannot be kept is invalid by name, and the attempt stays open', async () => {
    const { token, endpoint } = await anOperator(db);
    const { todo } = await aClaimedTodo(db, endpoint.scope);
    const body = { artifact: 'http://ci.example/1' };
    const answer = await call(bench, 'POST', `/todos/${todo.id}/release`, { token, body });
    expect([answer.status, refusalOf(answer).message]).toEqual([422, expect.stringMatching(/^artifact must be /)]);
    expect((await rowOf(db, todo.id)).state).toBe('claimed');
  });

  it('what nobody holds cannot be released or failed', async () => {
    const { token, endpoint } = await anOperator(db);
    const id = await aPendingTodo(db, endpoint.scope);
    for (const act of ['retry', 'release', 'fail'])
      expect((await call(bench, 'POST', `/todos/${id}/${act}`, { token })).status).toBe(409);
    expect((await rowOf(db, id)).state).toBe('pending');
  });
});
