import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PoolDb } from '@/lib/db/connection';
import type { EndpointScope } from '@/lib/queue/scope';
import { releaseTodoAsOwner } from '@/lib/store/board/release-todo-as-owner';
import { retryTodoAsOwner } from '@/lib/store/board/retry-todo-as-owner';
import { claimTodo } from '@/lib/store/claim';
import { ringAgain } from '@/lib/store/doorbell/ring-pending';
import { ringTold } from '@/lib/store/doorbell/ring-told';
import { failTodo } from '@/lib/store/fail';
import { releaseTodo } from '@/lib/store/release';
import { retryTodo } from '@/lib/store/retry';
import { reapLapsedLeases } from '@/lib/store/sweeps/reap-lapsed-leases';
import { requeueDueRetries } from '@/lib/store/sweeps/requeue-due-retries';
import { testDatabase } from '../support/database';
import { anEndpoint, aPendingTodo, elapseRetryWindow, lapseLease, rowOf, type TestEndpoint } from '../support/queue';
import { anInstance, type Instance } from './support/instance';

let one: Instance;
let other: Instance;
let db: PoolDb;

beforeAll(async () => {
  const { url } = await testDatabase();
  one = await anInstance(url);
  other = await anInstance(url);
  db = one.db;
});
afterAll(async () => {
  await one.end();
  await other.end();
});

/** A third party: its events reach nobody, so that only what the test tells is told. */
const silently = (): PoolDb => ({ ...db, emit: () => {} });

/** Moves a todo's last ring into the past, after so many of them. */
async function rungAgo(id: string, rings: number, interval: string): Promise<void> {
  await db.sql`update todos set rings = ${rings}, rung_at = now() - ${interval}::interval where id = ${id}`;
}

describe('the gate', () => {
  it('SPEC-0034 REQ-16 rule · one ring is won by one of the instances that hold a stream', async () => {
    const { scope } = await anEndpoint(db);
    const ears = [await one.attach(scope), await other.attach(scope)];
    const before = { ...one.results };
    const [gated, rung] = [one.results.gated + other.results.gated, one.results.rung + other.results.rung];
    const id = await aPendingTodo(db, scope);
    await Promise.race(ears.map((ear) => ear.rung(1)));
    await expect.poll(() => one.results.gated + other.results.gated).toBe(gated + 1);
    expect(one.results.rung + other.results.rung).toBe(rung + 1);
    expect(ears.flatMap((ear) => ear.rings.map(({ todoId }) => todoId))).toEqual([id]);
    expect(await rowOf(db, id)).toMatchObject({ rings: 1 });
    expect(one.results.failed).toBe(before.failed);
    for (const ear of ears) ear.leave();
  });

  it('SPEC-0034 REQ-16 rule · it holds for its time and no longer', async () => {
    const { scope } = await anEndpoint(db);
    const todoId = await aPendingTodo(db, scope);
    const told = [{ todoId, endpointId: scope.endpointId }];
    const won = async () => (await ringTold(db, told, 60_000)).map((heard) => heard.won);
    expect([await won(), await won()]).toEqual([[true], [false]]);
    await rungAgo(todoId, 1, '59 seconds');
    expect(await won()).toEqual([false]);
    await rungAgo(todoId, 1, '61 seconds');
    expect(await won()).toEqual([true]);
  });

  const returns: Record<string, (on: PoolDb, endpoint: TestEndpoint, id: string) => Promise<unknown>> = {
    release: (on, { scope }, id) => releaseTodo(on, scope, { id }),
    "the owner's release": (on, { human }, id) => releaseTodoAsOwner(on, human, { id, attemptSeq: 1 }),
    reap: async (on, _endpoint, id) => {
      await lapseLease(on, id);
      await reapLapsedLeases(on);
    },
    'an elapsed retry': async (on, { scope }, id) => {
      await failTodo(on, scope, { id });
      await elapseRetryWindow(on, id);
      await requeueDueRetries(on);
    },
    retry: async (on, { scope }, id) => {
      await failTodo(on, scope, { id });
      await retryTodo(on, scope, { id });
    },
    "the owner's retry": async (on, { scope, human }, id) => {
      await failTodo(on, scope, { id });
      await retryTodoAsOwner(on, human, { id, attemptsTotal: 1 });
    },
  };

  it.each(Object.keys(returns))('SPEC-0034 REQ-16 rule · opens with %s, also on another instance', async (name) => {
    const endpoint = await anEndpoint(db);
    const { scope } = endpoint;
    const first = await one.attach(scope);
    const id = await aPendingTodo(db, scope);
    await first.rung(1);
    first.leave();
    await claimTodo(db, scope, { id });
    const second = await other.attach(scope);
    await returns[name]?.(db, endpoint, id);
    expect(await second.rung(1)).toEqual([id]);
    expect(await rowOf(db, id)).toMatchObject({ state: 'pending', rings: 1 });
    second.leave();
  });

  it('SPEC-0034 REQ-16 rule · a row that is being claimed is left alone, without waiting', async () => {
    const { scope } = await anEndpoint(db);
    const todoId = await aPendingTodo(db, scope);
    await db.sql.begin(async (sql) => {
      await sql`select 1 from todos where id = ${todoId} for update`;
      expect(await ringTold(other.db, [{ todoId, endpointId: scope.endpointId }], 60_000)).toMatchObject([
        { won: false },
      ]);
    });
  });

  it('SPEC-0034 REQ-16 rule · a ring moves no index entry of its todo', async () => {
    const indexes = await db.sql<{ indexdef: string }[]>`select indexdef from pg_indexes where tablename = 'todos'`;
    expect(indexes.length).toBeGreaterThan(0);
    expect(indexes.filter(({ indexdef }) => /rung_at|rings/.test(indexdef))).toEqual([]);
  });
});

describe('who is rung', () => {
  it('SPEC-0034 REQ-16 rule · an empty room spends no ring, and whoever comes is rung', async () => {
    const { scope } = await anEndpoint(db);
    const id = await aPendingTodo(db, scope);
    const witness = await anEndpoint(db);
    const elsewhere = await other.attach(witness.scope);
    await aPendingTodo(db, witness.scope);
    await elsewhere.rung(1);
    expect(await rowOf(db, id)).toMatchObject({ rings: 0, rung_at: null });
    const ear = await one.attach(scope);
    expect(await ear.rung(1)).toEqual([id]);
    expect(await rowOf(db, id)).toMatchObject({ rings: 1 });
    for (const { leave } of [ear, elsewhere]) leave();
  });

  it('SPEC-0034 REQ-16 rule · one listener a ring, each in its turn', async () => {
    const { scope } = await anEndpoint(db);
    const ears = [await one.attach(scope), await one.attach(scope), await one.attach(scope)];
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1) ids.push(await aPendingTodo(db, scope));
    await Promise.all(ears.map((ear) => ear.rung(2)));
    expect(ears.map(({ rings }) => rings.length)).toEqual([2, 2, 2]);
    expect(ears.flatMap(({ rings }) => rings.map(({ todoId }) => todoId)).sort()).toEqual(ids);
    for (const { leave } of ears) leave();
  });

  it('SPEC-0034 REQ-16 rule · nobody for what this endpoint may not claim', async () => {
    const { scope } = await anEndpoint(db, { queues: ['ci', 'ops'] });
    const ear = await one.attach(scope);
    const strangers = [
      await aPendingTodo(db, scope, { queue: 'secret' }),
      await aPendingTodo(db, scope, { assignee: 'agent:01a22dd6-08ba-73ee-bbe9-910494ba2342' }),
    ];
    const mine = await aPendingTodo(db, scope, { queue: 'ops', assignee: scope.owner });
    expect(await ear.rung(1)).toEqual([mine]);
    for (const id of strangers) expect(await rowOf(db, id)).toMatchObject({ rings: 0 });
    ear.leave();
  });

  it('SPEC-0034 REQ-16 rule · a newcomer for its three oldest, whatever the gate says, and that uses up no ring', async () => {
    const { scope } = await anEndpoint(db, { queues: ['ci', 'ops'] });
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await aPendingTodo(silently(), scope, { queue: i % 2 ? 'ops' : 'ci' }));
    const oldest = ids.slice(0, 3);
    for (const instance of [one, other]) {
      const ear = await instance.attach(scope);
      expect(await ear.rung(3)).toEqual(oldest);
      const next = await aPendingTodo(instance.db, scope);
      expect(await ear.rung(4)).toEqual([...oldest, next]);
      await claimTodo(db, scope, { id: next });
      ear.leave();
    }
    expect(
      await Promise.all(ids.map(async (id) => (await rowOf(db, id)) as unknown as { rings: number })),
    ).toMatchObject([1, 1, 1, 0, 0].map((rings) => ({ rings })));
  });

  it('SPEC-0034 REQ-16 rule · whoever comes back for what was created since its last ring, too', async () => {
    const { scope } = await anEndpoint(db);
    for (let i = 0; i < 4; i += 1) await aPendingTodo(silently(), scope);
    const ear = await one.attach(scope);
    const oldest = await ear.rung(3);
    ear.leave();
    const missed = [await aPendingTodo(silently(), scope), await aPendingTodo(silently(), scope)];
    const back = await one.attach(scope, { since: ear.rings[2]?.at });
    expect(await back.rung(5)).toEqual([...oldest, ...missed]);
    back.leave();
  });
});

describe('what stays pending', () => {
  const again = async (scope: EndpointScope, quiet: string[] = []) =>
    (await ringAgain(db, [scope.endpointId], quiet, () => {})).map(({ todoId }) => todoId);

  it.each([
    [1, '299 seconds', '301 seconds'],
    [2, '1199 seconds', '1201 seconds'],
    [3, '3599 seconds', '3601 seconds'],
    [4, '21599 seconds', '21601 seconds'],
  ])('SPEC-0034 REQ-16 rule · after %i rings rests %s and is rung at %s', async (rings, early, due) => {
    const { scope } = await anEndpoint(db);
    const id = await aPendingTodo(db, scope);
    await rungAgo(id, rings, early);
    expect(await again(scope)).toEqual([]);
    await rungAgo(id, rings, due);
    expect(await again(scope)).toEqual([id]);
    expect(await rowOf(db, id)).toMatchObject({ rings: rings + 1 });
  });

  it('SPEC-0034 REQ-16 rule · is rung five times in all, and a return to pending starts over', async () => {
    const { scope } = await anEndpoint(db);
    const id = await aPendingTodo(db, scope);
    await rungAgo(id, 5, '30 days');
    expect(await again(scope)).toEqual([]);
    await claimTodo(db, scope, { id });
    await releaseTodo(silently(), scope, { id });
    expect(await rowOf(db, id)).toMatchObject({ rings: 0, rung_at: null });
  });

  it('SPEC-0034 REQ-16 rule · is rung by one instance that holds a stream, the oldest three of a queue', async () => {
    const { scope } = await anEndpoint(db);
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await aPendingTodo(silently(), scope));
    const ears = [await one.attach(scope), await other.attach(scope)];
    await Promise.all(ears.map((ear) => ear.rung(3)));
    for (const id of ids) await rungAgo(id, 1, '6 minutes');
    one.doorbell.ringAll(0);
    other.doorbell.ringAll(0);
    await expect.poll(() => ears.flatMap((ear) => ear.rings).length).toBe(9);
    const rings = await Promise.all(
      ids.map(async (id) => ((await rowOf(db, id)) as unknown as { rings: number }).rings),
    );
    expect(rings).toEqual([2, 2, 2, 1, 1]);
    for (const { leave } of ears) leave();
  });

  it('SPEC-0034 REQ-16 rule · and was never rung waits until all has been quiet', async () => {
    const { scope } = await anEndpoint(db);
    const id = await aPendingTodo(silently(), scope);
    expect(await again(scope)).toEqual([]);
    expect(await again(scope, [scope.endpointId])).toEqual([id]);
  });
});
