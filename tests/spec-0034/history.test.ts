import { expect, it } from 'vitest';
import type { PoolDb } from '@/lib/db/connection';
import type { EndpointScope } from '@/lib/queue/scope';
import { claimNextTodo, claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { failTodo } from '@/lib/store/fail';
import { getTodo } from '@/lib/store/get-todo';
import { releaseTodo } from '@/lib/store/release';
import { retryTodo } from '@/lib/store/retry';
import { pruneTerminalTodos } from '@/lib/store/sweeps/prune-terminal-todos';
import {
  aClaimedTodo,
  aDoneTodo,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  attemptsOf,
  elapseRetryWindow,
  outcomeOf,
  rowOf,
  testQueue,
} from '../support/queue';

const queue = testQueue();

/** Claims and fails until the cap: five attempts, the last of them a dead letter. */
async function aDeadLetterAfterFive(db: PoolDb, scope: EndpointScope, summaries = 'still red'): Promise<string> {
  const id = await aPendingTodo(db, scope);
  for (let seq = 1; seq <= 5; seq += 1) {
    await claimTodo(db, scope, { id });
    await failTodo(db, scope, { id, summary: `${summaries} ${seq}` });
    await elapseRetryWindow(db, id);
  }
  return id;
}

it('SPEC-0034 REQ-7 · Second attempt sees the first', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aPendingTodo(db, scope);
  await claimTodo(db, scope, { id });
  await failTodo(db, scope, { id, summary: 'tests still red' });
  await elapseRetryWindow(db, id);
  const second = await claimTodo(db, scope, { id });
  expect(second).toMatchObject({
    attemptSeq: 2,
    attemptsTotal: 2,
    priorAttempts: [{ seq: 1, summary: 'tests still red' }],
  });
});

it('SPEC-0034 REQ-7 rule · the five most recent closed attempts, newest first, by seq and not by counter', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aDeadLetterAfterFive(db, scope, 's');
  await retryTodo(db, scope, { id });
  await claimTodo(db, scope, { id });
  await failTodo(db, scope, { id, summary: 's 6' });
  await elapseRetryWindow(db, id);
  const claim = await claimTodo(db, scope, { id });
  expect(claim.priorAttempts.map(({ seq, attempt, summary }) => [seq, attempt, summary])).toEqual([
    [6, 1, 's 6'],
    [5, 5, 's 5'],
    [4, 4, 's 4'],
    [3, 3, 's 3'],
    [2, 2, 's 2'],
  ]);
  const { attempts } = await getTodo(db, scope, { id });
  expect(attempts.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect((await getTodo(db, scope, { id, attemptsLimit: 1 })).attempts).toMatchObject([
    { seq: 7, outcome: null, endedAt: null },
  ]);
});

it('SPEC-0034 REQ-8 · Reading a dead letter', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aDeadLetterAfterFive(db, scope);
  const read = await getTodo(db, scope, { id });
  expect(read.todo).toMatchObject({ state: 'failed', nextRetryAt: null });
  expect(read.attempts.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1]);
  expect(read).toMatchObject({ attemptsTotal: 5, attemptsPruned: 0 });
});

it('SPEC-0034 REQ-8 rule · attempts_limit is 20 by default, 50 at most and never below 1', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aPendingTodo(db, scope);
  for (let i = 0; i < 52; i += 1) {
    await claimTodo(db, scope, { id });
    await releaseTodo(db, scope, { id });
  }
  const count = async (attemptsLimit?: number) => (await getTodo(db, scope, { id, attemptsLimit })).attempts.length;
  expect([await count(), await count(50), await count(51)]).toEqual([20, 50, 50]);
  for (const limit of [0, -1, 1.5])
    expect(await outcomeOf(getTodo(db, scope, { id, attemptsLimit: limit }))).toBe('invalid');
});

it('SPEC-0034 REQ-9 · Release on shutdown', async () => {
  const { db, events } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  events.length = 0;
  const released = await releaseTodo(db, scope, { id: todo.id, summary: 'daemon stopping' });
  expect(released).toMatchObject({ state: 'pending', attempt: 1, owner: null, leaseExpiresAt: null });
  expect(await attemptsOf(db, todo.id)).toMatchObject([
    { outcome: 'released', disposition: 'requeued', summary: 'daemon stopping' },
  ]);
  expect(events).toMatchObject([{ transition: 'release', ready: true }]);
});

it('SPEC-0034 REQ-9 rule · released on its last attempt a todo is claimable again, and the cap is tested at the end', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { maxAttempts: 1 });
  await releaseTodo(db, scope, { id: todo.id });
  expect((await claimNextTodo(db, scope, {})).todo.attempt).toBe(2);
  expect(await failTodo(db, scope, { id: todo.id })).toMatchObject({ state: 'failed', nextRetryAt: null });
});

it('SPEC-0034 REQ-11 · A hot todo is capped', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aPendingTodo(db, scope, { maxAttempts: 1 });
  for (let claim = 1; claim <= 60; claim += 1) {
    await claimTodo(db, scope, { id });
    await failTodo(db, scope, { id });
    await retryTodo(db, scope, { id });
  }
  expect((await attemptsOf(db, id)).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 11),
  );
  expect(await rowOf(db, id)).toMatchObject({ attempts_pruned: 10, attempts_total: 60 });
});

it('SPEC-0034 REQ-11 · Retention removes history with the todo', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const [old, fresh] = [await aDoneTodo(db, scope), await aDoneTodo(db, scope)];
  await db.sql`update todos set finished_at = now() - interval '31 days' where id = ${old}`;
  expect(await pruneTerminalTodos(db, { maxAgeDays: 30, maxRows: 1_000_000 })).toBe(1);
  expect(await attemptsOf(db, old)).toHaveLength(0);
  expect(await attemptsOf(db, fresh)).toHaveLength(1);
});

it('SPEC-0034 REQ-11 rule · retention never touches a live todo, however old, and keeps the newest terminal ones', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  await db.sql`delete from todos`;
  const live = [await aPendingTodo(db, scope), (await aClaimedTodo(db, scope)).todo.id, await aParkedRetry(db, scope)];
  const ended = [await aDoneTodo(db, scope), await aDoneTodo(db, scope), await aDoneTodo(db, scope)];
  await db.sql`update todos set created_at = now() - interval '1 year'`;
  expect(await pruneTerminalTodos(db, { maxAgeDays: 30, maxRows: 2 })).toBe(1);
  const left = await db.sql<{ id: string }[]>`select id from todos`;
  expect(left.map(({ id }) => id).sort()).toEqual([...live, ...ended.slice(1)].sort());
});

it('SPEC-0034 REQ-12 · Retry after dead letter', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aDeadLetterAfterFive(db, scope);
  await retryTodo(db, scope, { id });
  const claim = await claimTodo(db, scope, { id });
  expect(claim).toMatchObject({ attemptSeq: 6, todo: { attempt: 1 } });
  expect(claim.priorAttempts[0]?.seq).toBe(5);
});

it('SPEC-0034 REQ-12 rule · an explicit retry ends an open window at once and touches no attempt', async () => {
  const { db, events } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aParkedRetry(db, scope);
  const before = await attemptsOf(db, id);
  events.length = 0;
  expect(await retryTodo(db, scope, { id })).toMatchObject({
    state: 'pending',
    attempt: 0,
    nextRetryAt: null,
    owner: null,
  });
  expect(await attemptsOf(db, id)).toEqual(before);
  expect(events).toMatchObject([{ transition: 'retry', ready: true }]);
  expect(await claimTodo(db, scope, { id })).toMatchObject({ attemptSeq: 2, todo: { attempt: 1 } });
  await completeTodo(db, scope, { id });
  expect(await outcomeOf(retryTodo(db, scope, { id }))).toBe('conflict');
});
