import { beforeAll, expect, it } from 'vitest';
import type { PoolDb } from '@/lib/db/connection';
import { claimNextTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
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

/** What a verb reads of the two tables under a generic plan made beforehand: rows by sequential scans, and by index. */
async function readsOf(db: PoolDb, act: (db: PoolDb) => Promise<unknown>): Promise<Reads> {
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
