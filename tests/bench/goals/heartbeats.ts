import type { Sql } from '@/lib/db/connection';
import { claimNextTodo } from '@/lib/store/claim';
import { heartbeatTodo } from '@/lib/store/heartbeat';
import type { Bench, Figure, Goal } from '../bench';
import { addPending, QUEUE } from '../subjects/rows';
import { openStore } from '../subjects/store-database';

const LEASES = 100;
const ROUNDS_OF_BEATS = 20;

/** G12: a heartbeat must leave the indexes alone and write little. */
export const heartbeats: Goal = {
  ids: ['G12'],
  title: 'what a heartbeat writes',
  async run(bench: Bench): Promise<Figure[]> {
    const store = await openStore(bench, 1);
    const { db, admin, scope } = store;
    try {
      await addPending(admin, scope, LEASES);
      const ids: string[] = [];
      for (let n = 0; n < LEASES; n += 1) ids.push((await claimNextTodo(db, scope, { queue: QUEUE })).todo.id);
      await admin`vacuum (analyze)`;
      for (const id of ids) await heartbeatTodo(db, scope, { id });
      const before = { wal: (await bench.meter.read()).walBytes, updates: await updatesOf(db.sql) };
      for (let round = 0; round < ROUNDS_OF_BEATS; round += 1)
        for (const id of ids) await heartbeatTodo(db, scope, { id });
      const after = { wal: (await bench.meter.read()).walBytes, updates: await updatesOf(db.sql) };
      return figuresOf(after.wal - before.wal, before.updates, after.updates);
    } finally {
      await store.close();
    }
  },
};

interface Updates {
  table: string;
  all: number;
  hot: number;
}

/** The tables' updates so far, and how many of them were HOT; asked on the connection that made them, so that none is missing. */
async function updatesOf(sql: Sql): Promise<Updates[]> {
  await sql`select pg_stat_force_next_flush()`;
  return await sql<Updates[]>`
    select relname as table, n_tup_upd::int as all, n_tup_hot_upd::int as hot
    from pg_stat_user_tables
    where relname in ('todos', 'todo_attempts')
    order by relname`;
}

function figuresOf(wal: number, before: Updates[], after: Updates[]): Figure[] {
  const beats = LEASES * ROUNDS_OF_BEATS;
  const shares = after.map((now, index) => {
    const then = before[index] ?? now;
    return { table: now.table, percent: (100 * (now.hot - then.hot)) / (now.all - then.all) };
  });
  const beside = shares.map(({ table, percent }) => `${table} ${percent.toFixed(0)} %`).join(' | ');
  const least = Math.min(...shares.map(({ percent }) => percent));
  return [
    { goal: 'G12', what: 'heartbeats that are HOT', value: least, unit: '%', target: { atLeast: 80 }, beside },
    {
      goal: 'G12',
      what: 'WAL a heartbeat',
      value: wal / beats,
      unit: 'B',
      target: { atMost: 400 },
      beside: `${beats} heartbeats on ${LEASES} leases`,
    },
  ];
}
