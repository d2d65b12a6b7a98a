import { expect, it } from 'vitest';
import { inTransaction } from '@/lib/db/transaction';
import { claimNextTodo } from '@/lib/store/claim';
import { createTodo } from '@/lib/store/create-todo';
import { revokeEndpoint } from '@/lib/store/endpoints/revoke-endpoint';
import { retryTodo } from '@/lib/store/retry';
import { requeueDueRetries } from '@/lib/store/sweeps/requeue-due-retries';
import {
  aClaimedTodo,
  aDeadLetter,
  aDoneTodo,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  elapseRetryWindow,
  outcomeOf,
  rowOf,
  testQueue,
} from '../support/queue';

const queue = testQueue();

const aDelivery = (key: string | undefined, payload = '{}') => ({
  operation: 'create_todo',
  source: 'webhook:github',
  queue: 'ci',
  title: 'Delivery',
  idempotencyKey: key,
  payloadText: payload,
});

it('SPEC-0003 R6 · Duplicate delivery collapses to one todo', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const makers = {
    pending: aPendingTodo,
    claimed: async (...args: Parameters<typeof aPendingTodo>) => (await aClaimedTodo(...args)).todo.id,
    parked: aParkedRetry,
  };
  for (const [key, make] of Object.entries(makers)) {
    const id = await make(db, scope, { key, payload: { first: true } });
    const before = await rowOf(db, id);
    const again = await createTodo(db, scope, aDelivery(key, '{"second":true}'));
    expect({ id: again.todo.id, created: again.created }).toEqual({ id, created: false });
    expect(await rowOf(db, id)).toEqual({ ...before, deliveries: 2 });
  }
});

it('SPEC-0003 R6 · A terminal todo does not block a new one', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  for (const [key, make] of Object.entries({ done: aDoneTodo, dead: aDeadLetter })) {
    const ended = await make(db, scope, { key });
    const { todo, created } = await createTodo(db, scope, aDelivery(key));
    expect({ created, state: todo.state }).toEqual({ created: true, state: 'pending' });
    expect(todo.id).not.toBe(ended);
  }
});

it('SPEC-0003 R6 · Redelivery during a backoff window does not duplicate', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const requeue = {
    scheduler: async () => expect(await requeueDueRetries(db)).toBe(1),
    claim: async () => void (await claimNextTodo(db, scope, {})),
    manual: async (id: string) => void (await retryTodo(db, scope, { id })),
  };
  for (const [key, act] of Object.entries(requeue)) {
    const id = await aParkedRetry(db, scope, { key });
    expect(await createTodo(db, scope, aDelivery(key))).toMatchObject({ created: false, todo: { id } });
    await elapseRetryWindow(db, id);
    await act(id);
    await db.sql`update todos set state = 'done', lease_expires_at = null, finished_at = now() where id = ${id}`;
    expect((await createTodo(db, scope, aDelivery(key))).created).toBe(true);
    await db.sql`update todos set state = 'canceled', finished_at = now() where state = 'pending'`;
  }
});

it('SPEC-0003 R6 rule · without a key nothing collapses, and an empty key is none', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const made = [undefined, undefined, '', ''].map((key) => createTodo(db, scope, aDelivery(key)));
  expect(new Set((await Promise.all(made)).map(({ todo }) => todo.id)).size).toBe(4);
});

it('SPEC-0003 R6 rule · of 64 creates at once with one key one is new and all get the same todo', async () => {
  const { db, events } = queue;
  const { scope } = await anEndpoint(db);
  events.length = 0;
  const made = await Promise.all(Array.from({ length: 64 }, () => createTodo(db, scope, aDelivery('same'))));
  expect(new Set(made.map(({ todo }) => todo.id)).size).toBe(1);
  expect(made.filter(({ created }) => created)).toHaveLength(1);
  expect(events.map((event) => event.transition).sort()).toEqual([
    'create',
    ...Array.from({ length: 63 }, () => 'deduplicate'),
  ]);
});

it('SPEC-0003 R6 rule · the insert is arbitrated by the live-key index, whose predicate is the live-row rule', async () => {
  const { db } = queue;
  const [index] = await db.sql<
    { definition: string }[]
  >`select pg_get_indexdef('todos_live_key_unique'::regclass) as definition`;
  expect(index?.definition).toContain('(endpoint_id, idempotency_key)');
  expect(index?.definition).toMatch(
    /idempotency_key IS NOT NULL.*'pending'.*'claimed'.*'input-required'.*'auth-required'.*'failed'.*next_retry_at IS NOT NULL/,
  );
});

it('SPEC-0003 R10 · Same delivery routed to two endpoints yields two todos', async () => {
  const { db } = queue;
  const [a, b] = [await anEndpoint(db), await anEndpoint(db)];
  const made = await inTransaction(db, async (tx) => [
    await createTodo(tx, a.scope, aDelivery('gh:1')),
    await createTodo(tx, b.scope, aDelivery('gh:1')),
  ]);
  expect(made.map(({ created, todo }) => [created, todo.endpointId])).toEqual([
    [true, a.scope.endpointId],
    [true, b.scope.endpointId],
  ]);
  expect(await createTodo(db, a.scope, aDelivery('gh:1'))).toMatchObject({
    created: false,
    todo: { id: made[0]?.todo.id },
  });
  expect(await createTodo(db, b.scope, aDelivery('gh:1'))).toMatchObject({
    created: false,
    todo: { id: made[1]?.todo.id },
  });
});

it('SPEC-0003 R10 · Redelivery to one target dedups only within that target', async () => {
  const { db } = queue;
  const targets = [await anEndpoint(db), await anEndpoint(db)];
  for (let delivery = 0; delivery < 2; delivery += 1) {
    await inTransaction(db, async (tx) => {
      for (const { scope } of targets) await createTodo(tx, scope, aDelivery('gh:2'));
    });
  }
  const counts = await db.sql`
    select count(*)::int as todos from todos where endpoint_id = any(${targets.map(({ scope }) => scope.endpointId)}::uuid[]) group by endpoint_id`;
  expect([...counts]).toEqual([{ todos: 1 }, { todos: 1 }]);
});

it('SPEC-0003 R6 rule · a revoked or absent endpoint takes no todo', async () => {
  const { db } = queue;
  const { scope, human } = await anEndpoint(db);
  await revokeEndpoint(db, human, scope.endpointId);
  expect(await outcomeOf(createTodo(db, scope, aDelivery('late')))).toBe('not_found');
  expect(await outcomeOf(createTodo(db, { endpointId: 'not-a-uuid' }, aDelivery('late')))).toBe('not_found');
});

it('SPEC-0003 R6 rule · a dead letter whose key a newer live todo holds cannot be retried', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const dead = await aDeadLetter(db, scope, { key: 'k' });
  await aPendingTodo(db, scope, { key: 'k' });
  const before = await rowOf(db, dead);
  expect(await outcomeOf(retryTodo(db, scope, { id: dead }))).toBe('conflict');
  expect(await rowOf(db, dead)).toEqual(before);
});
