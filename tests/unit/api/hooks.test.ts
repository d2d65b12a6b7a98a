import { expect, it } from 'vitest';
import { aPendingTodo } from '../../support/queue';
import { Receiver } from '../hooks/receiver';
import { startSender } from '../hooks/sending';
import { type ApiBench, anOperator, apiBench, call, refusalOf } from './api-bench';

const bench: ApiBench = await apiBench();
const { db } = bench;

it('registers a hook whose calls verify, lists it without its secret and deletes it', async () => {
  const { token, endpoint, endpointId } = await anOperator(db);
  const receiver = await Receiver.start();
  const path = `/endpoints/${endpointId}/hooks`;
  const made = await call(bench, 'POST', path, { token, body: { url: receiver.url, queues: ['ci'] } });
  expect([made.status, made.body]).toEqual([201, { id: expect.any(String), secret: expect.stringMatching(/^whsec_/) }]);
  receiver.secret = String(made.body.secret);
  await aPendingTodo(db, endpoint.scope);
  startSender(db, { config: bench.deps.config });
  expect((await receiver.received(1))[0]?.verified).toBe(true);
  const listed = await call(bench, 'GET', path, { token });
  expect(listed.body.hooks).toMatchObject([{ id: made.body.id, url: receiver.url, queues: ['ci'], failures: 0 }]);
  expect(listed.text).not.toContain(made.body.secret);
  const other = await anOperator(db);
  const target = `${path}/${made.body.id}`;
  expect((await call(bench, 'DELETE', target, { token: other.token })).status).toBe(404);
  expect((await call(bench, 'DELETE', `/endpoints/${other.endpointId}/hooks/${made.body.id}`, { token })).status).toBe(
    404,
  );
  expect((await call(bench, 'DELETE', target, { token })).body).toEqual({ id: made.body.id, deleted: true });
  expect((await call(bench, 'GET', path, { token })).body).toEqual({ hooks: [] });
});

it.each([
  [{}, 'url is required'],
  [{ url: 'http://93.184.216.34/' }, 'https://'],
  [{ url: 'https://10.0.0.1/' }, 'not public'],
  [{ url: 'https://93.184.216.34/', queues: [] }, 'queues must be queue names'],
  [{ url: 'https://93.184.216.34/', secret: 'mine' }, 'secret'],
])('%j is refused with the reason', async (body, reason) => {
  const { token, endpointId } = await anOperator(db);
  const answer = await call(bench, 'POST', `/endpoints/${endpointId}/hooks`, { token, body });
  expect(answer.status).toBe(422);
  expect(refusalOf(answer).message).toContain(reason);
});

it("says the same of another human's endpoint and of one that never was, and of too many hooks that they are", async () => {
  const [mine, theirs] = [await anOperator(db), await anOperator(db)];
  const create = (endpointId: string) =>
    call(bench, 'POST', `/endpoints/${endpointId}/hooks`, {
      token: mine.token,
      body: { url: 'https://93.184.216.34/' },
    });
  const foreign = await create(theirs.endpointId);
  const absent = await create('0197c0de-0000-7000-8000-000000000000');
  expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
  const list = (endpointId: string) => call(bench, 'GET', `/endpoints/${endpointId}/hooks`, { token: mine.token });
  expect((await list(theirs.endpointId)).text).toBe((await list('nonsense')).text);
  for (let hook = 0; hook < 5; hook += 1) expect((await create(mine.endpointId)).status).toBe(201);
  expect(refusalOf(await create(mine.endpointId)).code).toBe('conflict');
});
