import { expect, it } from 'vitest';
import { claimNextTodo, claimTodo } from '@/lib/store/claim';
import { anEndpoint, aPendingTodo, attemptsOf, outcomeOf, rowOf, testQueue } from '../support/queue';

const queue = testQueue();

it('SPEC-0003 R2 · Concurrent claimants get distinct todos', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const held = await aPendingTodo(db, scope);
  const ids = await Promise.all(Array.from({ length: 10 }, () => aPendingTodo(db, scope)));
  await db.sql.begin(async (other) => {
    await other`select from todos where id = ${held} for update`;
    const claims = await Promise.all(ids.map(() => claimNextTodo(db, scope, {})));
    expect(claims.map((claim) => claim.todo.id).sort()).toEqual([...ids].sort());
  });
});

it('SPEC-0003 R2 rule · a claim does not wait for a row that another holds', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const held = await aPendingTodo(db, scope);
  const free = await aPendingTodo(db, scope);
  await db.sql.begin(async (other) => {
    await other`select from todos where id = ${held} for update`;
    expect((await claimNextTodo(db, scope, {})).todo.id).toBe(free);
    expect(await outcomeOf(claimNextTodo(db, scope, {}))).toBe('not_found');
  });
  expect((await claimNextTodo(db, scope, {})).todo.id).toBe(held);
});

it('SPEC-0003 R2 · Direct assignment is respected', async () => {
  const { db } = queue;
  const { scope, human } = await anEndpoint(db);
  const other = { ...scope, owner: 'agent:018f0000-0000-7000-8000-00000000000b' };
  const id = await aPendingTodo(db, scope, { assignee: other.owner });
  expect(await outcomeOf(claimTodo(db, scope, { id }))).toBe('conflict');
  expect(await outcomeOf(claimNextTodo(db, scope, {}))).toBe('not_found');
  expect((await claimNextTodo(db, other, {})).todo.id).toBe(id);
  expect(human.kind).toBe('owner');
});

it('SPEC-0003 R2 rule · the order is by creation over pool and assigned todos and over queues', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db, { queues: ['ci', 'ops'] });
  const ids = [
    await aPendingTodo(db, scope, { queue: 'ops' }),
    await aPendingTodo(db, scope, { queue: 'ci', assignee: scope.owner }),
    await aPendingTodo(db, scope, { queue: 'ci' }),
    await aPendingTodo(db, scope, { queue: 'ops', assignee: scope.owner }),
  ];
  const claimed: string[] = [];
  for (const _ of ids) claimed.push((await claimNextTodo(db, scope, {})).todo.id);
  expect(claimed).toEqual(ids);
});

it('SPEC-0003 R2 rule · one claim takes one todo whatever plan the database picks', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  await db.sql`
    insert into todos (id, endpoint_id, queue, title)
    select 'td_' || gen_random_uuid(), ${scope.endpointId}, 'ci', 'bulk' from generate_series(1, 2000)`;
  await db.sql.reserve().then(async (connection) => {
    await connection`set enable_hashjoin = off`;
    await connection`set enable_mergejoin = off`;
    await connection`set enable_material = off`;
    await connection`set enable_hashagg = off`;
    for (let i = 0; i < 30; i += 1) {
      const { todo } = await claimNextTodo({ ...db, sql: connection }, scope, {});
      expect(await attemptsOf(db, todo.id)).toHaveLength(1);
    }
    connection.release();
  });
  const [row] =
    await db.sql`select count(*)::int as claimed from todos where endpoint_id = ${scope.endpointId} and state = 'claimed'`;
  expect(row).toEqual({ claimed: 30 });
});

it('SPEC-0003 R2 rule · a claim sets owner, lease, claimed_at and counts the attempt', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const id = await aPendingTodo(db, scope);
  const { todo } = await claimTodo(db, scope, { id, leaseTtlSeconds: 60 });
  expect(todo).toMatchObject({ state: 'claimed', owner: scope.owner, attempt: 1 });
  const [row] =
    await db.sql`select claimed_at = lease_expires_at - interval '60 seconds' as exact from todos where id = ${id}`;
  expect(row).toEqual({ exact: true });
  expect(await rowOf(db, id)).toMatchObject({ attempts_total: 1 });
});
