import { expect, it } from 'vitest';
import { claimNextTodo, claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { failTodo } from '@/lib/store/fail';
import { heartbeatTodo } from '@/lib/store/heartbeat';
import { releaseTodo } from '@/lib/store/release';
import { retryTodo } from '@/lib/store/retry';
import {
  aClaimedTodo,
  aDeadLetter,
  aDoneTodo,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  brokenInvariants,
  outcomeOf,
  rowOf,
  testQueue,
} from '../support/queue';

const queue = testQueue();

it('SPEC-0003 R1 · Only defined transitions are honored', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aPendingTodo(db, scope);
  expect(await outcomeOf(completeTodo(db, scope, { id }))).toBe('conflict');
  expect(await rowOf(db, id)).toMatchObject({ state: 'pending', finished_at: null, attempts_total: 0 });
});

it('SPEC-0003 R1 · Terminal states are final', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const done = await aDoneTodo(db, scope);
  const dead = await aDeadLetter(db, scope);
  for (const id of [done, dead]) expect(await outcomeOf(claimTodo(db, scope, { id }))).toBe('conflict');
  expect(await outcomeOf(claimNextTodo(db, scope, {}))).toBe('not_found');
  expect(await outcomeOf(retryTodo(db, scope, { id: done }))).toBe('conflict');
  expect((await retryTodo(db, scope, { id: dead })).state).toBe('pending');
});

it('SPEC-0003 R1 rule · every edge that is not in the table is refused and changes nothing', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const makers = { pending: aPendingTodo, parked: aParkedRetry, dead: aDeadLetter, done: aDoneTodo };
  const verbs = { heartbeat: heartbeatTodo, complete: completeTodo, fail: failTodo, release: releaseTodo };
  for (const make of Object.values(makers)) {
    const id = await make(db, scope);
    const before = await rowOf(db, id);
    for (const verb of Object.values(verbs)) expect(await outcomeOf(verb(db, scope, { id }))).toBe('conflict');
    expect(await rowOf(db, id)).toEqual(before);
  }
  const { todo } = await aClaimedTodo(db, scope);
  expect(await outcomeOf(claimTodo(db, scope, { id: todo.id }))).toBe('conflict');
  expect(await outcomeOf(retryTodo(db, scope, { id: todo.id }))).toBe('conflict');
  expect(await brokenInvariants(db)).toEqual([]);
});

it('SPEC-0003 R3 · Claimed todo is invisible to other consumers', async () => {
  const { db } = queue;
  const first = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, first.scope);
  expect(await outcomeOf(claimNextTodo(db, first.scope, {}))).toBe('not_found');
  expect(await outcomeOf(claimTodo(db, first.scope, { id: todo.id }))).toBe('conflict');
  await releaseTodo(db, first.scope, { id: todo.id });
  expect((await claimNextTodo(db, first.scope, {})).todo.id).toBe(todo.id);
});

it('SPEC-0003 R3 · Only the lease owner may complete or fail', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  const other = { ...scope, owner: 'agent:018f0000-0000-7000-8000-00000000000b' };
  for (const verb of [completeTodo, failTodo, heartbeatTodo, releaseTodo]) {
    expect(await outcomeOf(verb(db, other, { id: todo.id }))).toBe('conflict');
  }
  expect(await rowOf(db, todo.id)).toMatchObject({ state: 'claimed', owner: scope.owner });
  expect((await completeTodo(db, scope, { id: todo.id })).state).toBe('done');
});

it('SPEC-0003 R3 rule · a heartbeat sets the lease to now plus the ttl, given or configured', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { leaseTtlSeconds: 10 });
  const secondsLeft = async () => {
    const [row] = await db.sql<
      { left: number }[]
    >`select round(extract(epoch from lease_expires_at - now()))::int as left from todos where id = ${todo.id}`;
    return row?.left;
  };
  expect(await secondsLeft()).toBe(10);
  await heartbeatTodo(db, scope, { id: todo.id });
  expect(await secondsLeft()).toBe(300);
  await heartbeatTodo(db, scope, { id: todo.id, leaseTtlSeconds: 1_000_000 });
  expect(await secondsLeft()).toBe(86_400);
  expect(await outcomeOf(heartbeatTodo(db, scope, { id: todo.id, leaseTtlSeconds: 0 }))).toBe('invalid');
});

it('SPEC-0003 R8 · Zero-row update is classified, not swallowed', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aPendingTodo(db, scope);
  const absent = 'td_01a22dd6-08ba-73ee-bbe9-910494ba2342';
  for (const verb of [completeTodo, failTodo, heartbeatTodo, releaseTodo]) {
    expect(await outcomeOf(verb(db, scope, { id }))).toBe('conflict');
    expect(await outcomeOf(verb(db, scope, { id: absent }))).toBe('not_found');
  }
  const { todo } = await aClaimedTodo(db, scope);
  expect(await outcomeOf(claimTodo(db, scope, { id: todo.id }))).toBe('conflict');
  expect(await outcomeOf(claimTodo(db, scope, { id: absent }))).toBe('not_found');
});
