import { beforeAll, describe, expect, it } from 'vitest';
import { AgedScans } from '@/lib/db/aged-scans';
import type { Db, PoolDb } from '@/lib/db/connection';
import type { EndpointScope } from '@/lib/queue/scope';
import { claimNextTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { ringOldest, ringSince } from '@/lib/store/doorbell/ring-claimable';
import { ringAgain, ringMissed } from '@/lib/store/doorbell/ring-pending';
import { ringTold } from '@/lib/store/doorbell/ring-told';
import { heartbeatTodo } from '@/lib/store/heartbeat';
import { aClaimedTodo, anEndpoint, aPendingTodo, type TestEndpoint, testQueue } from '../support/queue';

const queue = testQueue();
let endpoint: TestEndpoint;

beforeAll(async () => {
  const { db } = queue;
  endpoint = await anEndpoint(db, { queues: ['ci', 'ops'] });
  await db.sql`
    insert into todos (id, endpoint_id, queue, title, state, finished_at, next_retry_at)
    select 'td_' || gen_random_uuid(), ${endpoint.scope.endpointId}, 'ci', 'old', case when n % 5 = 0 then 'failed' else 'done' end,
      case when n % 10 <> 0 then now() end, case when n % 10 = 0 then now() + interval '1 hour' end
    from generate_series(1, 30000) as n`;
  await db.sql`analyze todos`;
}, 60_000);

interface Reads {
  sequential: number;
  fetched: number;
}

/**
 * What a verb reads of the two tables under a generic plan made beforehand: rows by sequential scans, and by index.
 * @param between what happens after the plan was made, unknown to it
 */
async function readsOf(
  db: PoolDb,
  act: (db: PoolDb) => Promise<unknown>,
  between: () => Promise<unknown> = async () => {},
): Promise<Reads> {
  const connection = await db.sql.reserve();
  const on = { ...db, sql: connection as unknown as PoolDb['sql'] };
  const soFar = async () => {
    const [row] = await connection<Reads[]>`
      select coalesce(sum(seq_tup_read), 0)::int as sequential, coalesce(sum(idx_tup_fetch), 0)::int as fetched
      from pg_stat_xact_user_tables where relname in ('todos', 'todo_attempts')`;
    return row ?? { sequential: 0, fetched: 0 };
  };
  try {
    await connection`set plan_cache_mode = force_generic_plan`;
    await act(on);
    await between();
    await connection`begin`;
    const before = await soFar();
    await act(on);
    const after = await soFar();
    await connection`rollback`;
    return { sequential: after.sequential - before.sequential, fetched: after.fetched - before.fetched };
  } finally {
    connection.release();
  }
}

it('SPEC-0003 R11 · Claim never scans terminal rows', async () => {
  const { db } = queue;
  for (let i = 0; i < 6; i += 1) await aPendingTodo(db, endpoint.scope, { queue: i % 2 === 0 ? 'ci' : 'ops' });
  for (const input of [{ queue: 'ci' }, {}]) {
    const reads = await readsOf(db, (on) => claimNextTodo(on, endpoint.scope, input));
    expect(reads.sequential).toBe(0);
    expect(reads.fetched).toBeLessThan(20);
  }
});

it('SPEC-0003 R11 rule · finding nothing to claim scans no backlog either', async () => {
  const { db } = queue;
  const reads = await readsOf(db, (on) =>
    claimNextTodo(on, { ...endpoint.scope, queues: ['ops', 'empty'] }, { queue: 'empty' }).catch(() => {}),
  );
  expect(reads.sequential).toBe(0);
  expect(reads.fetched).toBeLessThan(20);
});

it('SPEC-0003 R11 rule · a report probes its own rows, however many leases are held', async () => {
  const { db } = queue;
  const claims = [await aClaimedTodo(db, endpoint.scope), await aClaimedTodo(db, endpoint.scope)];
  await db.sql`
    insert into todos (id, endpoint_id, queue, title, state, owner, lease_expires_at, attempt, attempts_total)
    select 'td_' || gen_random_uuid(), ${endpoint.scope.endpointId}, 'ci', 'held', 'claimed', ${endpoint.scope.owner}, now() + interval '1 hour', 1, 0
    from generate_series(1, 3000)`;
  const ids = claims.map(({ todo }) => todo.id);
  const reads = await readsOf(db, (on) => completeTodo(on, endpoint.scope, { id: ids.shift() ?? '' }));
  expect(reads.sequential).toBe(0);
  expect(reads.fetched).toBeLessThan(10);
  await db.sql`delete from todos where title = 'held'`;
});

describe('plans made in other times', () => {
  const someTodos = (scope: EndpointScope, count: number, state: 'pending' | 'done') => queue.db.sql`
    insert into todos (id, endpoint_id, queue, title, state, finished_at)
    select 'td_' || gen_random_uuid(), ${scope.endpointId}, 'ci', 'one of many', ${state}, case when ${state} = 'done' then now() end
    from generate_series(1, ${count}::int)`;

  it('SPEC-0003 R11 rule · a claim planned when all was pending scans no terminal rows later', async () => {
    const { db } = queue;
    await db.sql`truncate todos cascade`;
    const { scope } = await anEndpoint(db);
    await someTodos(scope, 3000, 'pending');
    await db.sql`analyze todos`;
    const claimBothWays = async (on: PoolDb) => {
      await claimNextTodo({ ...on, agedScans: new AgedScans() }, scope, {});
      await claimNextTodo(on, scope, {});
    };
    await claimNextTodo(db, scope, {});
    const reads = await readsOf(db, claimBothWays, async () => {
      await db.sql`update todos set state = 'done', finished_at = now(), lease_expires_at = null where state <> 'done'`;
      await someTodos(scope, 5, 'pending');
    });
    expect(reads.sequential).toBe(0);
    expect(reads.fetched).toBeLessThan(40);
  });

  it('SPEC-0003 R11 rule · a claim passes no todo that is assigned to somebody else', async () => {
    const { db } = queue;
    await db.sql`truncate todos cascade`;
    const { scope } = await anEndpoint(db);
    await someTodos(scope, 3000, 'pending');
    await db.sql`update todos set assignee = 'agent:somebody else'`;
    await db.sql`vacuum analyze todos`;
    await someTodos(scope, 5, 'pending');
    await claimNextTodo(db, scope, {});
    const reads = await readsOf(db, (on) => claimNextTodo(on, scope, {}));
    expect(reads.sequential).toBe(0);
    expect(reads.fetched).toBeLessThan(20);
  });

  it('SPEC-0003 R11 rule · a claim and a report planned on tables of one page probe by index when these have grown', async () => {
    const { db } = queue;
    await db.sql`truncate todos cascade`;
    const { scope } = await anEndpoint(db);
    for (let n = 0; n < 3; n += 1) await aClaimedTodo(db, scope);
    await aPendingTodo(db, scope);
    await db.sql`vacuum analyze todos, todo_attempts`;
    const grow = async () => {
      await someTodos(scope, 3000, 'pending');
      await db.sql`
        insert into todo_attempts (todo_id, slot, seq, attempt, claimer_kind, owner, claimed_at, lease_expires_at, ended_at, outcome)
        select id, 1, 1, 1, 'endpoint', '', now(), now(), now(), 'completed' from todos where title = 'one of many'`;
    };
    const reads = await readsOf(
      db,
      async (on) => completeTodo(on, scope, { id: (await claimNextTodo(on, scope, {})).todo.id }),
      grow,
    );
    expect(reads.sequential).toBe(0);
    expect(reads.fetched).toBeLessThan(30);
  });
});

it('SPEC-0034 REQ-4 rule · a heartbeat moves no index entry', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  const updates = await updatesOf(db, (on) => heartbeatTodo(on, scope, { id: todo.id }));
  expect(updates).toEqual({ todos: { all: 1, inPlace: 1 }, todo_attempts: { all: 1, inPlace: 1 } });
});

it('SPEC-0034 REQ-18 rule · a completion closes its attempt without moving an index entry', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  const updates = await updatesOf(db, (on) => completeTodo(on, scope, { id: todo.id }));
  expect(updates).toMatchObject({ todo_attempts: { all: 1, inPlace: 1 } });
});

/** How many rows an act updates in each table of the queue, and how many of them without a new index entry. */
async function updatesOf(db: PoolDb, act: (on: Db) => Promise<unknown>) {
  return await db.sql.begin(async (sql) => {
    const soFar = () => sql<{ relname: string; all: number; hot: number }[]>`
      select relname, n_tup_upd::int as all, n_tup_hot_upd::int as hot
      from pg_stat_xact_user_tables
      where relname in ('todos', 'todo_attempts')
      order by relname`;
    const before = await soFar();
    await act({ ...db, sql });
    const after = await soFar();
    return Object.fromEntries(
      after.map(({ relname, all, hot }, table) => [
        relname,
        { all: all - (before[table]?.all ?? 0), inPlace: hot - (before[table]?.hot ?? 0) },
      ]),
    );
  });
}

it('SPEC-0003 R11 rule · a ring looks at heads of queues and at single todos, whatever is pending', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db, { queues: ['long', 'empty'] });
  await db.sql`
    insert into todos (id, endpoint_id, queue, title)
    select 'td_' || gen_random_uuid(), ${scope.endpointId}, 'long', 'pending' from generate_series(1, 20000)`;
  const todoId = await aPendingTodo(db, scope, { queue: 'long' });
  const acts: [name: string, fetchedAtMost: number, act: (on: PoolDb) => Promise<unknown>][] = [
    ['one told of', 10, (on) => ringTold(on, [{ todoId, endpointId: scope.endpointId }], 60_000)],
    ['a newcomer', 30, (on) => ringOldest(on, scope, 3)],
    ['one that comes back', 30, (on) => ringSince(on, scope, String(Date.now() * 1_000), 100)],
    ['again', 30, (on) => ringAgain(on, [scope.endpointId], [scope.endpointId], throwIt)],
    ['missed', 1_000, (on) => ringMissed(on, [scope.endpointId], 3_600, throwIt)],
  ];
  for (const [name, fetchedAtMost, act] of acts) {
    const reads = await readsOf(db, act);
    expect({ name, sequential: reads.sequential }).toEqual({ name, sequential: 0 });
    expect(reads.fetched, name).toBeLessThanOrEqual(fetchedAtMost);
  }
});

function throwIt(_id: string, error: unknown): never {
  throw error;
}
