import { expect, it } from 'vitest';
import { cancelTodo } from '@/lib/store/cancel';
import { claimNextTodo, claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { revokeEndpoint } from '@/lib/store/endpoints/revoke-endpoint';
import { failTodo } from '@/lib/store/fail';
import { interruptTodo } from '@/lib/store/interrupt';
import { releaseTodo } from '@/lib/store/release';
import { reapLapsedLeases } from '@/lib/store/sweeps/reap-lapsed-leases';
import {
  aClaimedTodo,
  anEndpoint,
  aPendingTodo,
  attemptsOf,
  brokenInvariants,
  outcomeOf,
  rowOf,
  testQueue,
} from '../support/queue';

const queue = testQueue();

it('SPEC-0034 REQ-3 rule · an attempt never ends before it began, though a transaction that waited has an earlier now', async () => {
  const { db, events } = queue;
  const { scope } = await anEndpoint(db);
  const ends = [releaseTodo, completeTodo, cancelTodo];
  for (const end of ends) {
    const { todo } = await aClaimedTodo(db, scope);
    await db.sql`update todos set claimed_at = now() + interval '1 minute' where id = ${todo.id}`;
    await db.sql`update todo_attempts set claimed_at = now() + interval '1 minute' where todo_id = ${todo.id}`;
    events.length = 0;
    await end(db, scope, { id: todo.id });
    const [attempt] = await attemptsOf(db, todo.id);
    expect(attempt?.ended_at).toBe(attempt?.claimed_at);
    expect(events).toMatchObject([{ closed: { durationSeconds: 0 } }]);
    await db.sql`delete from todos`;
  }
});

it('SPEC-0034 REQ-3 · Fail below the cap', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { leaseLapsed: true });
  await reapLapsedLeases(db);
  await claimTodo(db, scope, { id: todo.id });
  await failTodo(db, scope, { id: todo.id });
  expect(await attemptsOf(db, todo.id)).toMatchObject([
    { seq: 1 },
    { seq: 2, attempt: 2, outcome: 'failed', disposition: 'retry_scheduled' },
  ]);
});

it('SPEC-0034 REQ-3 · Takeover', async () => {
  const { db, events } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { leaseLapsed: true });
  events.length = 0;
  const second = await claimNextTodo(db, scope, {});
  expect(second).toMatchObject({ attemptSeq: 2, todo: { id: todo.id, attempt: 2 } });
  const [first, open] = await attemptsOf(db, todo.id);
  expect(first).toMatchObject({ outcome: 'lease_expired', disposition: 'requeued' });
  expect(open).toMatchObject({ slot: 0, outcome: null });
  expect(first?.ended_at).toBe(open?.claimed_at);
  expect(events).toMatchObject([{ transition: 'takeOver', closed: { seq: 1, outcome: 'lease_expired', died: true } }]);
});

it('SPEC-0034 REQ-3 rule · each transition that ends a lease closes its attempt as the table says', async () => {
  const { db } = queue;
  const ends = {
    'completed/done': completeTodo,
    'failed/retry_scheduled': failTodo,
    'released/requeued': releaseTodo,
    'canceled/canceled': cancelTodo,
  };
  for (const [expected, end] of Object.entries(ends)) {
    const { scope } = await anEndpoint(db);
    const { todo } = await aClaimedTodo(db, scope);
    await end(db, scope, { id: todo.id });
    const [attempt] = await attemptsOf(db, todo.id);
    expect(`${attempt?.outcome}/${attempt?.disposition}`).toBe(expected);
  }
  const atCap = await anEndpoint(db);
  const { todo: failed } = await aClaimedTodo(db, atCap.scope, { maxAttempts: 1 });
  await failTodo(db, atCap.scope, { id: failed.id });
  expect(await attemptsOf(db, failed.id)).toMatchObject([{ outcome: 'failed', disposition: 'dead_lettered' }]);
  const { todo: reaped } = await aClaimedTodo(db, atCap.scope, { maxAttempts: 1, leaseLapsed: true });
  await reapLapsedLeases(db);
  expect(await attemptsOf(db, reaped.id)).toMatchObject([{ outcome: 'reaped', disposition: 'dead_lettered' }]);
  expect(await brokenInvariants(db)).toEqual([]);
});

it('SPEC-0034 REQ-3 rule · a revocation dead-letters what is live and closes what is open, and invents nothing', async () => {
  const { db, events } = queue;
  const { scope, human } = await anEndpoint(db);
  const claimed = await aClaimedTodo(db, scope);
  const interrupted = await aClaimedTodo(db, scope);
  await interruptTodo(db, scope, { id: interrupted.todo.id, state: 'auth-required' });
  const pending = await aPendingTodo(db, scope);
  events.length = 0;
  expect(await revokeEndpoint(db, human, scope.endpointId)).toEqual({ deadLettered: 3 });
  for (const id of [claimed.todo.id, interrupted.todo.id, pending])
    expect(await rowOf(db, id)).toMatchObject({ state: 'failed', next_retry_at: null });
  expect(await attemptsOf(db, claimed.todo.id)).toMatchObject([{ outcome: 'revoked', disposition: 'dead_lettered' }]);
  expect(await attemptsOf(db, interrupted.todo.id)).toMatchObject([
    { outcome: 'revoked', disposition: 'dead_lettered' },
  ]);
  expect(await attemptsOf(db, pending)).toHaveLength(0);
  expect(events.map((event) => event.deadLetter?.cause)).toEqual(['revoked', 'revoked', 'revoked']);
  expect(await outcomeOf(revokeEndpoint(db, human, scope.endpointId))).toBe('not_found');
});
