import { expect, it } from 'vitest';
import { BACKOFF_SECONDS } from '@/lib/queue/backoff';
import { claimNextTodo, claimTodo } from '@/lib/store/claim';
import { failTodo } from '@/lib/store/fail';
import { reapLapsedLeases } from '@/lib/store/sweeps/reap-lapsed-leases';
import { requeueDueRetries } from '@/lib/store/sweeps/requeue-due-retries';
import { revokeExpiredEndpoints } from '@/lib/store/sweeps/revoke-expired-endpoints';
import { every } from '@/lib/workers/loop';
import {
  aClaimedTodo,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  attemptsOf,
  brokenInvariants,
  elapseRetryWindow,
  lapseLease,
  outcomeOf,
  rowOf,
  testQueue,
} from '../support/queue';

const queue = testQueue();

it("SPEC-0003 R4 · Crashed worker's todo is re-claimable", async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { leaseLapsed: true });
  expect(await reapLapsedLeases(db)).toEqual({ requeued: 1, deadLettered: 0 });
  expect(await rowOf(db, todo.id)).toMatchObject({ state: 'pending', owner: null, lease_expires_at: null });
  expect((await claimNextTodo(db, scope, {})).todo.id).toBe(todo.id);
});

it('SPEC-0003 R4 · Repeated expiry dead-letters at the cap', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { maxAttempts: 2, leaseLapsed: true });
  await reapLapsedLeases(db);
  await claimTodo(db, scope, { id: todo.id });
  await lapseLease(db, todo.id);
  expect(await reapLapsedLeases(db)).toEqual({ requeued: 0, deadLettered: 1 });
  expect(await rowOf(db, todo.id)).toMatchObject({ state: 'failed', next_retry_at: null, lease_expires_at: null });
});

it('SPEC-0003 R4 rule · a lapsed lease is found by the next claim with no reaper, and never taken over at the cap', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { maxAttempts: 2, leaseLapsed: true });
  expect((await claimNextTodo(db, scope, {})).todo).toMatchObject({ id: todo.id, attempt: 2 });
  await lapseLease(db, todo.id);
  expect(await outcomeOf(claimNextTodo(db, scope, {}))).toBe('not_found');
  expect(await outcomeOf(claimTodo(db, scope, { id: todo.id }))).toBe('conflict');
  expect(await rowOf(db, todo.id)).toMatchObject({ state: 'claimed', attempt: 2 });
  await reapLapsedLeases(db);
});

it('SPEC-0003 R4 rule · the reaper lets go of a lease that was renewed while its row was locked', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { leaseLapsed: true });
  await db.sql.begin(async (holder) => {
    await holder`select from todos where id = ${todo.id} for update`;
    expect(await reapLapsedLeases(db)).toEqual({ requeued: 0, deadLettered: 0 });
    await holder`update todos set lease_expires_at = now() + interval '10 minutes' where id = ${todo.id}`;
  });
  expect(await reapLapsedLeases(db)).toEqual({ requeued: 0, deadLettered: 0 });
  expect(await rowOf(db, todo.id)).toMatchObject({ state: 'claimed', owner: scope.owner });
});

it('SPEC-0003 R5 · Fail below cap schedules a backoff retry, at cap dead-letters', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const below = await aClaimedTodo(db, scope, { maxAttempts: 2 });
  expect(await failTodo(db, scope, { id: below.todo.id })).toMatchObject({ state: 'failed', leaseExpiresAt: null });
  expect((await rowOf(db, below.todo.id)).next_retry_at).not.toBeNull();
  expect(await outcomeOf(claimTodo(db, scope, { id: below.todo.id }))).toBe('conflict');
  expect(await outcomeOf(claimNextTodo(db, scope, {}))).toBe('not_found');
  await elapseRetryWindow(db, below.todo.id);
  await claimTodo(db, scope, { id: below.todo.id });
  expect(await failTodo(db, scope, { id: below.todo.id })).toMatchObject({ state: 'failed', nextRetryAt: null });
});

it('SPEC-0003 R5 · Elapsed backoff re-queues', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const swept = await aParkedRetry(db, scope, { due: true });
  expect(await requeueDueRetries(db)).toBe(1);
  expect(await rowOf(db, swept)).toMatchObject({
    state: 'pending',
    owner: null,
    lease_expires_at: null,
    next_retry_at: null,
  });
  await claimTodo(db, scope, { id: swept });
  const direct = await aParkedRetry(db, scope, { due: true });
  expect((await claimNextTodo(db, scope, {})).todo).toMatchObject({ id: direct, attempt: 2, nextRetryAt: null });
});

it('SPEC-0003 R5 rule · the window is 30 s doubling to 15 min, to the second, up to attempt 45', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { maxAttempts: 60 });
  const windows: number[] = [];
  for (let attempt = 1; attempt <= 45; attempt += 1) {
    await failTodo(db, scope, { id: todo.id });
    const [row] = await db.sql<{ seconds: number }[]>`
      select round(extract(epoch from t.next_retry_at - a.ended_at))::int as seconds
      from todos t join todo_attempts a on a.todo_id = t.id and a.seq = t.attempts_total where t.id = ${todo.id}`;
    windows.push(row?.seconds ?? -1);
    await elapseRetryWindow(db, todo.id);
    await claimTodo(db, scope, { id: todo.id });
  }
  expect(windows).toEqual([...BACKOFF_SECONDS, ...Array.from({ length: 39 }, () => 900)]);
});

it('SPEC-0003 R7 · Graceful shutdown drains cleanly', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  const abort = new AbortController();
  let runs = 0;
  const reaper = every(
    60_000,
    async () => {
      runs += 1;
      await reapLapsedLeases(db, { signal: abort.signal });
    },
    abort.signal,
    () => {},
  );
  abort.abort();
  await reaper;
  expect(runs).toBe(1);
  expect(await attemptsOf(db, todo.id)).toMatchObject([{ slot: 0, outcome: null }]);
  await lapseLease(db, todo.id);
  expect(await reapLapsedLeases(db, { signal: abort.signal })).toEqual({ requeued: 0, deadLettered: 0 });
  expect(await reapLapsedLeases(db)).toEqual({ requeued: 1, deadLettered: 0 });
  expect(await brokenInvariants(db)).toEqual([]);
});

it('SPEC-0003 R9 · Background sweep spans tenants without a scope', async () => {
  const { db, events } = queue;
  const [first, second] = [await anEndpoint(db), await anEndpoint(db)];
  const lapsed = [
    await aClaimedTodo(db, first.scope, { leaseLapsed: true }),
    await aClaimedTodo(db, second.scope, { leaseLapsed: true }),
  ];
  const due = [await aParkedRetry(db, first.scope, { due: true }), await aParkedRetry(db, second.scope, { due: true })];
  events.length = 0;
  expect(await reapLapsedLeases(db)).toEqual({ requeued: 2, deadLettered: 0 });
  expect(await requeueDueRetries(db)).toBe(2);
  const owners = new Map(events.filter((event) => event.ready).map((event) => [event.todoId, event.endpointId]));
  expect(owners).toEqual(
    new Map([
      [lapsed[0]?.todo.id, first.scope.endpointId],
      [lapsed[1]?.todo.id, second.scope.endpointId],
      [due[0], first.scope.endpointId],
      [due[1], second.scope.endpointId],
    ]),
  );
});

it('SPEC-0003 R9 rule · one bad row never stops a sweep', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const bad = await aClaimedTodo(db, scope, { leaseLapsed: true, title: 'bad' });
  const badRetry = await aParkedRetry(db, scope, { due: true, title: 'bad' });
  for (let i = 0; i < 20; i += 1) {
    await aClaimedTodo(db, scope, { leaseLapsed: true });
    await aParkedRetry(db, scope, { due: true });
  }
  await db.sql`
    create function refuse_bad() returns trigger language plpgsql as
    $$ begin if new.title = 'bad' and new.state <> old.state then raise exception 'refused'; end if; return new; end $$`;
  await db.sql`create trigger refuse_bad before update on todos for each row execute function refuse_bad()`;
  const refused: string[] = [];
  const onBadRow = (id: string) => refused.push(id);
  expect(await reapLapsedLeases(db, { onBadRow })).toEqual({ requeued: 20, deadLettered: 0 });
  expect(await requeueDueRetries(db, { onBadRow })).toBe(20);
  expect(refused).toEqual([bad.todo.id, badRetry]);
  await db.sql`drop trigger refuse_bad on todos`;
  expect(await reapLapsedLeases(db)).toEqual({ requeued: 1, deadLettered: 0 });
  expect(await requeueDueRetries(db)).toBe(1);
});

it('SPEC-0003 R9 rule · an expired endpoint that cannot be revoked keeps nothing else from being swept', async () => {
  const { db } = queue;
  const [stuck, other] = [await anEndpoint(db), await anEndpoint(db)];
  await aPendingTodo(db, stuck.scope, { title: 'stuck' });
  await db.sql`update endpoints set expires_at = now() where id = any(${[stuck, other].map(({ scope }) => scope.endpointId)}::uuid[])`;
  await db.sql`
    create function refuse_stuck() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`;
  await db.sql`create trigger refuse_stuck before update on todos for each row when (new.title = 'stuck') execute function refuse_stuck()`;
  const refused: string[] = [];
  expect(await revokeExpiredEndpoints(db, { onBadRow: (id) => refused.push(id) })).toBe(1);
  expect(refused).toEqual([stuck.scope.endpointId]);
  await db.sql`drop trigger refuse_stuck on todos`;
  expect(await revokeExpiredEndpoints(db)).toBe(1);
});
