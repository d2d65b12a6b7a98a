import { expect, it } from 'vitest';
import { inTransaction } from '@/lib/db/transaction';
import { endpointScope } from '@/lib/queue/scope';
import { claimNextTodo, claimTodo } from '@/lib/store/claim';
import { getTodo } from '@/lib/store/get-todo';
import { heartbeatTodo } from '@/lib/store/heartbeat';
import { interruptTodo } from '@/lib/store/interrupt';
import { releaseTodo } from '@/lib/store/release';
import { resumeTodo } from '@/lib/store/resume';
import { reapLapsedLeases } from '@/lib/store/sweeps/reap-lapsed-leases';
import {
  aClaimedTodo,
  anEndpoint,
  aPendingTodo,
  attemptsOf,
  lapseLease,
  outcomeOf,
  rowOf,
  testQueue,
} from '../support/queue';

const queue = testQueue();

it('SPEC-0034 REQ-1 · Fields after a claim', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const onSession = endpointScope({
    endpointId: scope.endpointId,
    agentId: scope.owner.slice(6),
    queues: scope.queues,
    session: 'S',
  });
  const id = await aPendingTodo(db, scope);
  await claimTodo(db, onSession, { id, claimant: 'harness/box/fixer/run-7' });
  expect(await attemptsOf(db, id)).toMatchObject([
    {
      seq: 1,
      attempt: 1,
      claimer_kind: 'endpoint',
      claimer_endpoint_id: scope.endpointId,
      claimer_session: 'S',
      owner: scope.owner,
      claimant: 'harness/box/fixer/run-7',
      last_heartbeat_at: null,
      ended_at: null,
      outcome: null,
      disposition: null,
      summary: null,
      summary_truncated: false,
      artifact: null,
      lease_token_hash: null,
    },
  ]);
});

it('SPEC-0034 REQ-2 · A lost claim race writes nothing', async () => {
  const { db } = queue;
  const a = await anEndpoint(db);
  const rival = { ...a.scope, owner: 'agent:018f0000-0000-7000-8000-00000000000b' };
  const id = await aPendingTodo(db, a.scope);
  const outcomes = await Promise.all([
    outcomeOf(claimTodo(db, a.scope, { id })),
    outcomeOf(claimTodo(db, rival, { id })),
  ]);
  expect(outcomes.sort()).toEqual(['conflict', 'ok']);
  expect(await attemptsOf(db, id)).toHaveLength(1);
});

it('SPEC-0034 REQ-2 · Interrupt keeps the attempt open', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  expect((await interruptTodo(db, scope, { id: todo.id, state: 'input-required' })).state).toBe('input-required');
  await lapseLease(db, todo.id);
  expect(await reapLapsedLeases(db)).toEqual({ requeued: 0, deadLettered: 0 });
  expect(await outcomeOf(claimNextTodo(db, scope, {}))).toBe('not_found');
  expect((await resumeTodo(db, scope, { id: todo.id })).state).toBe('claimed');
  const [row] =
    await db.sql`select lease_expires_at > now() + interval '200 seconds' as renewed from todos where id = ${todo.id}`;
  expect(row).toEqual({ renewed: true });
  expect(await attemptsOf(db, todo.id)).toMatchObject([{ seq: 1, slot: 0, outcome: null }]);
});

it('SPEC-0034 REQ-2 rule · a second open attempt fails at commit and takes its transaction with it', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  let reachedCommit = false;
  const second = inTransaction(db, async (tx) => {
    await tx.sql`update todos set title = 'changed' where id = ${todo.id}`;
    await tx.sql`
      insert into todo_attempts (todo_id, slot, seq, attempt, claimer_kind, owner, claimed_at, lease_expires_at)
      values (${todo.id}, 0, 2, 2, 'endpoint', ${scope.owner}, now(), now())`;
    reachedCommit = true;
  });
  await expect(second).rejects.toMatchObject({ code: '23505', constraint_name: 'todo_attempts_one_open' });
  expect(reachedCommit).toBe(true);
  expect(await rowOf(db, todo.id)).not.toMatchObject({ title: 'changed' });
});

it('SPEC-0034 REQ-4 · The reaper records a death', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  await heartbeatTodo(db, scope, { id: todo.id });
  await db.sql`update todo_attempts set last_heartbeat_at = '2026-09-22T14:01:00Z' where todo_id = ${todo.id}`;
  await lapseLease(db, todo.id);
  await reapLapsedLeases(db);
  const next = await claimNextTodo(db, scope, {});
  expect(next.priorAttempts).toMatchObject([
    { outcome: 'reaped', died: true, lastHeartbeatAt: '2026-09-22T14:01:00Z', summary: null, artifact: null },
  ]);
});

it('SPEC-0034 REQ-4 rule · a heartbeat moves the attempt with the todo', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  await heartbeatTodo(db, scope, { id: todo.id, leaseTtlSeconds: 900 });
  const [row] = await db.sql`
    select t.lease_expires_at = a.lease_expires_at and a.last_heartbeat_at = t.lease_expires_at - interval '900 seconds' as together
    from todos t join todo_attempts a on a.todo_id = t.id where t.id = ${todo.id}`;
  expect(row).toEqual({ together: true });
});

it('SPEC-0034 REQ-4 rule · died is true for lease_expired and reaped alone', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { leaseLapsed: true });
  await claimTodo(db, scope, { id: todo.id });
  await releaseTodo(db, scope, { id: todo.id });
  await claimTodo(db, scope, { id: todo.id });
  await lapseLease(db, todo.id);
  await reapLapsedLeases(db);
  await claimTodo(db, scope, { id: todo.id });
  const { attempts } = await getTodo(db, scope, { id: todo.id });
  expect(attempts.map(({ outcome, died }) => [outcome, died])).toEqual([
    [null, false],
    ['reaped', true],
    ['released', false],
    ['lease_expired', true],
  ]);
});

it('SPEC-0034 REQ-18 · Rollback leaves no orphan', async () => {
  const { db, events } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aPendingTodo(db, scope, { title: 'refused' });
  await db.sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`;
  await db.sql`
    create constraint trigger refuse after update on todos deferrable initially deferred
    for each row when (new.title = 'refused') execute function refuse()`;
  events.length = 0;
  expect(await outcomeOf(claimTodo(db, scope, { id }))).toBe('internal');
  await db.sql`drop trigger refuse on todos`;
  expect(await rowOf(db, id)).toMatchObject({ state: 'pending', attempts_total: 0 });
  expect(await attemptsOf(db, id)).toHaveLength(0);
  expect(events).toEqual([]);
});
