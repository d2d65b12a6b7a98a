import { describe, expect, it } from 'vitest';
import { Api } from '@/lib/api/handle';
import { createDb } from '@/lib/db/connection';
import { disableHuman } from '@/lib/store/humans/disable-human';
import { listOperatorTokens } from '@/lib/store/operator-tokens/list-operator-tokens';
import { revokeOperatorToken } from '@/lib/store/operator-tokens/revoke-operator-token';
import { aClaimedTodo, rowOf, SETTINGS } from '../../support/queue';
import { type ApiBench, anOperator, apiBench, call, refusalOf } from './api-bench';

const bench: ApiBench = await apiBench();
const { db } = bench;
const NOBODY = `sbo_${'A'.repeat(43)}`;

describe('the bearer', () => {
  it('that is missing, malformed, unknown, revoked, of a disabled human or of an agent gets one 401, to the byte', async () => {
    const [revoked, disabled, live] = [await anOperator(db), await anOperator(db), await anOperator(db)];
    await revokeOperatorToken(db, revoked.human, revoked.tokenId);
    await disableHuman(db, disabled.human.humanId);
    const tokens = [undefined, '', 'nonsense', NOBODY, revoked.token, disabled.token, live.endpoint.token];
    const answers = [];
    for (const [index, token] of tokens.entries()) {
      const address = `192.0.2.${index + 10}`;
      answers.push(await call(bench, 'GET', '/todos', token === undefined ? { address } : { token, address }));
    }
    answers.push(await call(bench, 'POST', '/no/such/route', { address: '192.0.2.30' }));
    expect(new Set(answers.map(({ status, headers, text }) => JSON.stringify([status, headers, text]))).size).toBe(1);
    expect([answers[0]?.status, answers[0]?.headers['www-authenticate']]).toEqual([401, 'Bearer realm="switchboard"']);
    expect((await call(bench, 'GET', '/todos', { token: live.token })).status).toBe(200);
  });

  it('is guessed at 60 times by one address, then 429, and a right token passes all the same', async () => {
    const { token } = await anOperator(db);
    const address = '198.51.100.7';
    const statuses: number[] = [];
    for (let tries = 0; tries < 61; tries += 1)
      statuses.push((await call(bench, 'GET', '/todos', { token: NOBODY, address })).status);
    const refused = await call(bench, 'GET', '/todos', { token: NOBODY, address });
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(401));
    expect([refused.status, refusalOf(refused).code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call(bench, 'GET', '/todos', { token, address })).status).toBe(200);
  });

  it('is noted as used', async () => {
    const { token, human } = await anOperator(db);
    await call(bench, 'GET', '/todos', { token });
    await expect.poll(async () => (await listOperatorTokens(db, human))[0]?.lastUsedAt).toEqual(expect.any(String));
  });
});

describe('another human', () => {
  it('SPEC-0034 REQ-10 rule · over the operator API, ids of another human read like random ones, and nothing moves', async () => {
    const [mine, theirs] = [await anOperator(db), await anOperator(db)];
    const { todo } = await aClaimedTodo(db, mine.endpoint.scope);
    const random = {
      todo: 'td_0197c0de-0000-7000-8000-000000000000',
      endpoint: '0197c0de-0000-7000-8000-000000000000',
    };
    const hostile = { todo: 'td_%00', endpoint: encodeURIComponent("' or 1=1") };
    const targets = ({ todo: id, endpoint }: typeof random): [string, string, object?][] => [
      ['GET', `/todos/${id}`],
      ['POST', `/todos/${id}/retry`],
      ['POST', `/todos/${id}/release`],
      ['POST', `/todos/${id}/fail`],
      ['POST', `/todos/${id}/fail`, { attempt_seq: 1 }],
      ['POST', `/endpoints/${endpoint}/revoke`],
      ['POST', `/endpoints/${endpoint}/todos`, { queue: 'ci', title: 'x' }],
      ['GET', `/todos?endpoint_id=${endpoint}`],
    ];
    const read = async (ids: typeof random) => {
      const answers: string[] = [];
      for (const [method, target, body] of targets(ids)) {
        const { status, headers, text } = await call(bench, method, target, { token: theirs.token, body });
        answers.push(JSON.stringify([status, headers, text]));
      }
      return answers;
    };
    const foreign = await read({ todo: todo.id, endpoint: mine.endpointId });
    expect(foreign).toEqual(await read(random));
    expect(foreign).toEqual(await read(hostile));
    expect(foreign.slice(0, 7).every((answer) => answer.startsWith('[404,'))).toBe(true);
    expect((await call(bench, 'GET', '/todos', { token: theirs.token })).body).toEqual({ todos: [] });
    expect((await rowOf(db, todo.id)).state).toBe('claimed');
  });
});

describe('what cannot be served', () => {
  it('has no such route: 404', async () => {
    const { token } = await anOperator(db);
    for (const path of ['/', '', '/nope', '/todos/', '/todos/a/b', '/endpoints//todos', '/Todos', '/todos/%E0%A4%A']) {
      const answer = await call(bench, 'GET', path, { token });
      expect([path, answer.status, refusalOf(answer).code]).toEqual([path, 404, 'not_found']);
    }
  });

  it('is asked by another method: 405 with Allow', async () => {
    const { token } = await anOperator(db);
    const allowed: unknown[] = [];
    for (const [method, path] of [
      ['DELETE', '/endpoints'],
      ['PUT', '/todos'],
      ['GET', '/todos/x/retry'],
      ['OPTIONS', '/todos'],
      ['POST', '/openapi.json'],
    ] as const) {
      const answer = await call(bench, method, path, { token });
      allowed.push([answer.status, answer.headers.allow, refusalOf(answer).code]);
    }
    expect(allowed).toEqual([
      [405, 'POST, GET', 'invalid'],
      [405, 'GET', 'invalid'],
      [405, 'POST', 'invalid'],
      [405, 'GET', 'invalid'],
      [405, 'GET', 'invalid'],
    ]);
  });

  it.each<[string, number, string, Record<string, string>, string | Uint8Array]>([
    ['JSON that ends too soon', 400, 'the body is not valid JSON', {}, '{"a":'],
    ['bytes that are no UTF-8', 400, 'the body is not UTF-8', {}, new Uint8Array([0x22, 0xff, 0x22])],
    ['nested too deep', 400, 'the body is nested deeper', {}, '['.repeat(10_000)],
    ['plain text', 415, 'Content-Type must be', { 'content-type': 'text/plain' }, '{}'],
    ['a form', 415, 'Content-Type must be', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
    ['a compressed body', 415, 'Content-Type must be', { 'content-encoding': 'gzip' }, '{}'],
    ['a declared length over the cap', 413, 'the body is larger than 65536', { 'content-length': '65537' }, '{}'],
    ['a body over the cap', 413, 'the body is larger than 65536', {}, ' '.repeat(65_537)],
  ])('%s: %i', async (_name, status, message, headers, body) => {
    const { token } = await anOperator(db);
    const answer = await call(bench, 'POST', '/endpoints', { token, headers, body });
    expect([answer.status, refusalOf(answer).code]).toEqual([status, 'invalid']);
    expect(refusalOf(answer).message).toContain(message);
  });

  it('64 KiB are taken', async () => {
    const { token, endpointId } = await anOperator(db);
    const frame = JSON.stringify({ queue: 'ci', title: 'x', payload: '' });
    const payload = 'x'.repeat(65_536 - frame.length);
    const body = { queue: 'ci', title: 'x', payload };
    expect((await call(bench, 'POST', `/endpoints/${endpointId}/todos`, { token, body })).status).toBe(201);
  });

  it('for want of a database is 503 with Retry-After', async () => {
    const away = createDb('postgres://nobody@127.0.0.1:9/none', SETTINGS);
    const answer = await call({ api: new Api({ ...bench.deps, db: away }) }, 'GET', '/todos', { token: NOBODY });
    await away.sql.end({ timeout: 1 });
    expect([answer.status, answer.headers['retry-after'], refusalOf(answer).code]).toEqual([503, '5', 'unavailable']);
  });

  it('leaves no token in the log', () => {
    expect(bench.logged.join('')).not.toMatch(/sb[ok]_/);
  });
});
