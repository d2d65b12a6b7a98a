import { describe, expect, it } from 'vitest';
import { listActs } from '@/lib/store/board/list-acts';
import { findEndpointByToken } from '@/lib/store/endpoints/find-endpoint-by-token';
import { aPendingTodo, rowOf } from '../../support/queue';
import { type ApiBench, anOperator, apiBench, call, refusalOf } from './api-bench';

const bench: ApiBench = await apiBench();
const { db } = bench;

describe('POST /endpoints', () => {
  it('vends an endpoint whose token works', async () => {
    const { token, human } = await anOperator(db);
    const given = {
      name: 'laptop',
      queues: ['ci', 'reviews'],
      verbs: ['claim_next', 'complete'],
      expires_in_seconds: 60,
    };
    const { status, body, headers } = await call(bench, 'POST', '/endpoints', { token, body: given });
    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
    expect(body).toEqual({
      endpoint_id: expect.any(String),
      agent_id: expect.any(String),
      token: expect.stringMatching(/^sbk_/),
      mcp_url: 'https://board.example/api/mcp',
      queues: ['ci', 'reviews'],
      verbs: ['claim_next', 'complete'],
    });
    expect(await listActs(db, human, { limit: 9 })).toMatchObject([{ act: 'vend', endpointId: body.endpoint_id }]);
    const { humanId } = human;
    const { endpoint_id: endpointId, queues } = body;
    expect(await findEndpointByToken(db, String(body.token))).toMatchObject({ humanId, endpointId, queues });
  });

  it('vends to an agent of the same human, and says the same of a foreign and an absent one', async () => {
    const [mine, theirs] = [await anOperator(db), await anOperator(db)];
    const vend = (agentId: unknown) =>
      call(bench, 'POST', '/endpoints', {
        token: mine.token,
        body: { name: 'again', queues: ['ci'], agent_id: agentId },
      });
    const own = mine.endpoint.scope.owner.slice('agent:'.length);
    expect((await vend(own)).body.agent_id).toBe(own);
    const foreign = await vend(theirs.endpoint.scope.owner.slice('agent:'.length));
    const absent = await vend('0197c0de-0000-7000-8000-000000000000');
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    expect((await vend('nonsense')).text).toBe(absent.text);
  });

  it.each([
    [{ name: 'a' }, 'queues is required'],
    [{ name: 'a', queues: [] }, 'queues must name 1 to 50 queues'],
    [{ name: 'a', queues: 'ci' }, 'queues must be a list of queue names'],
    [{ name: 'a', queues: [' '] }, 'queues must be names of 1 to 100 printable characters each'],
    [{ name: ' ', queues: ['ci'] }, 'name must have 1 to 100 characters'],
    [{ name: 7, queues: ['ci'] }, 'name must be a string'],
    [{ name: 'a', queues: ['ci'], verbs: [] }, /^verbs must name at least one of /],
    [{ name: 'a', queues: ['ci'], verbs: ['claim', 'steal'] }, /^verbs\.1 must be of /],
    [{ name: 'a', queues: ['ci'], expires_in_seconds: 0 }, /^expires_in_seconds must be a whole number from 1 /],
    [{ name: 'a', queues: ['ci'], expires_in_seconds: '60' }, /^expires_in_seconds must be a whole number/],
    [{ name: 'a', queues: ['ci'], agent_id: null }, 'agent_id must be a string'],
    [{ name: 'a', queues: ['ci'], owner: 'x' }, /^"owner" is not a field of this operation, which takes name, queues/],
    [[], 'the body must be a JSON object'],
  ])('%j is invalid by name and vends nothing', async (given, message) => {
    const { token, human } = await anOperator(db);
    const answer = await call(bench, 'POST', '/endpoints', { token, body: given });
    expect([answer.status, refusalOf(answer).code]).toEqual([422, 'invalid']);
    expect(refusalOf(answer).message).toMatch(message);
    const [vended] = await db.sql`select count(*)::int from endpoints where human_id = ${human.humanId}`;
    expect(vended?.count).toBe(1);
  });
});

describe('GET /endpoints', () => {
  it("lists the human's own, newest first, a page at a time, without their tokens", async () => {
    const [{ token, endpointId }] = [await anOperator(db), await anOperator(db)];
    const vended = [endpointId];
    for (const name of ['b', 'c', 'd', 'e']) {
      const { body } = await call(bench, 'POST', '/endpoints', { token, body: { name, queues: ['ci'] } });
      vended.unshift(String(body.endpoint_id));
    }
    const listed: unknown[] = [];
    let next = '/endpoints?limit=2';
    for (let pages = 0; pages < 3; pages += 1) {
      const { body, text } = await call(bench, 'GET', next, { token });
      expect(text).not.toMatch(/sbk_[\w-]{20}/);
      listed.push(...(body.endpoints as { endpoint_id: string }[]).map(({ endpoint_id }) => endpoint_id));
      next = `/endpoints?limit=2&cursor=${body.next_cursor}`;
    }
    expect(listed).toEqual(vended);
    expect((await call(bench, 'GET', '/endpoints', { token })).body.next_cursor).toBeUndefined();
  });
});

describe('POST /endpoints/{id}/revoke', () => {
  it('ends the endpoint and dead-letters what it holds', async () => {
    const { token, endpointId, endpoint, human } = await anOperator(db);
    const todoId = await aPendingTodo(db, endpoint.scope);
    const { status, body } = await call(bench, 'POST', `/endpoints/${endpointId}/revoke`, { token });
    expect([status, body]).toEqual([200, { endpoint_id: endpointId, revoked: true, dead_lettered: 1 }]);
    expect(await findEndpointByToken(db, endpoint.token)).toBeUndefined();
    expect((await rowOf(db, todoId)).state).toBe('failed');
    expect(await listActs(db, human, { limit: 9 })).toMatchObject([{ act: 'revoke', endpointId }]);
  });

  it('takes no field', async () => {
    const { token, endpointId } = await anOperator(db);
    const answer = await call(bench, 'POST', `/endpoints/${endpointId}/revoke`, { token, body: { force: true } });
    expect([answer.status, refusalOf(answer).message]).toEqual([
      422,
      '"force" is not a field of this operation, which takes none',
    ]);
    expect((await call(bench, 'POST', `/endpoints/${endpointId}/revoke`, { token, body: {} })).status).toBe(200);
  });
});
