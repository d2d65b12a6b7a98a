import { connect } from '@/lib/db/connection';
import { claimNextTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import type { Bench, Figure, Goal } from '../bench';
import { besidePairs, pairs } from '../measure/pairs';
import { latencies, median } from '../measure/statistics';
import { addLeased, addPending, churn, QUEUE } from '../subjects/rows';
import { openStore, type StoreDatabase } from '../subjects/store-database';

const CALLS = 200;
const HELD = 10_000;
/** Jobs churned, as a share of the rows of a large table: 200,000 of a million. */
const CHURN_SHARE = 0.2;

/** G9: an old snapshot keeps the dead entries of the pending index alive. */
export const oldSnapshot: Goal = {
  ids: ['G9'],
  title: 'claims behind an old snapshot',
  async run(bench: Bench): Promise<Figure[]> {
    const held: { end: () => Promise<void> }[] = [];
    const prepare = async (store: StoreDatabase) => {
      held.push(await holdSnapshot(store));
      await churn(store.admin, store.scope, bench.options.rows * CHURN_SHARE);
    };
    const figure = {
      goal: 'G9',
      what: 'claim p50, old snapshot / fresh',
      target: { atMost: 2 },
      waitsFor: 'a watermark',
    };
    try {
      return [await againstFresh(bench, figure, claimP50, prepare)];
    } finally {
      for (const holder of held) await holder.end();
    }
  },
};

/** G10: the same without a snapshot, before autovacuum comes round. */
export const withoutVacuum: Goal = {
  ids: ['G10'],
  title: 'claims before autovacuum comes round',
  async run(bench: Bench): Promise<Figure[]> {
    const prepare = async ({ admin, scope }: StoreDatabase) => {
      await admin`alter table todos set (autovacuum_enabled = off)`;
      await churn(admin, scope, bench.options.rows * CHURN_SHARE);
    };
    const figure = { goal: 'G10', what: 'claim p50, not vacuumed / fresh', target: { atMost: 2.5 } };
    return [await againstFresh(bench, figure, claimP50, prepare)];
  },
};

/** G11: other people's leases and assignments must not be in the way. */
export const othersWork: Goal = {
  ids: ['G11'],
  title: 'leases held and todos assigned elsewhere',
  async run(bench: Bench): Promise<Figure[]> {
    const target = { atMost: 1.5 };
    const complete = { goal: 'G11', what: 'complete p50, 10k leases held / none', target };
    const claim = { goal: 'G11', what: 'claim p50, 10k assigned at the head / none', target };
    return [
      await againstFresh(bench, complete, completeP50, ({ admin, scope }) => addLeased(admin, scope, HELD)),
      await againstFresh(bench, claim, claimP50, async ({ admin, scope }) => {
        await addPending(admin, scope, HELD, 'agent:somebody else');
      }),
    ];
  },
};

/** Compares a figure in a store that was prepared with the same in one that was not, the same number pending in both. */
async function againstFresh(
  bench: Bench,
  figure: Pick<Figure, 'goal' | 'what' | 'target' | 'waitsFor'>,
  measure: (store: StoreDatabase) => Promise<number>,
  prepare: (store: StoreDatabase) => Promise<void>,
): Promise<Figure> {
  const prepared = await openStore(bench, 1);
  const fresh = await openStore(bench, 1);
  try {
    await prepare(prepared);
    for (const store of [prepared, fresh]) {
      await addPending(store.admin, store.scope, CALLS);
      await store.admin`analyze`;
      await measure(store);
    }
    const result = await pairs(
      bench,
      () => measure(prepared),
      () => measure(fresh),
    );
    return { ...figure, value: result.ratio, unit: '×', beside: besidePairs(result), data: result };
  } finally {
    await prepared.close();
    await fresh.close();
  }
}

async function claimP50({ db, admin, scope }: StoreDatabase): Promise<number> {
  await addPending(admin, scope, CALLS);
  return median(await latencies(CALLS, () => claimNextTodo(db, scope, { queue: QUEUE })));
}

async function completeP50({ db, admin, scope }: StoreDatabase): Promise<number> {
  await addPending(admin, scope, CALLS);
  const ids: string[] = [];
  for (let claims = 0; claims < CALLS; claims += 1)
    ids.push((await claimNextTodo(db, scope, { queue: QUEUE })).todo.id);
  return median(await latencies(CALLS, (index) => completeTodo(db, scope, { id: ids[index] ?? '' })));
}

async function holdSnapshot({ url }: StoreDatabase): Promise<{ end: () => Promise<void> }> {
  const sql = connect(url, { max: 1, statementTimeoutMs: 0 });
  await sql.unsafe('begin isolation level repeatable read; select count(*) from todos');
  return { end: () => sql.end({ timeout: 1 }) };
}
