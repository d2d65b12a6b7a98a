import { claimNextTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import type { Bench } from '../bench';
import type { Contender } from '../measure/compare';
import { drive } from '../measure/drive';
import { addPending, QUEUE } from './rows';
import { openStore, type StoreDatabase } from './store-database';
import { dropAttempts, withoutAttempts } from './without-attempts';

/** Enough calls a connection that its statements have their generic plans (PostgreSQL makes five others first). */
const WARM_UP_CYCLES = 20;

/** The store as it is; d, the same without attempts; or what it was before attempts, on the schema of that time (SPEC-0034 REQ-18). */
export type StoreVariant = 'store' | 'd' | 'before';

/** The store's own cycle: claim and complete, through the TypeScript store. */
export async function storeContender(
  bench: Bench,
  workers: number,
  variant: StoreVariant = 'store',
): Promise<Contender> {
  const store = await openStore(bench, workers, { beforeAttempts: variant === 'before' });
  const db = variant === 'store' ? store.db : withoutAttempts(store.db);
  if (variant === 'd') await dropAttempts(store.admin);
  const cycle = async () => {
    const { todo } = await claimNextTodo(db, store.scope, { queue: QUEUE });
    await completeTodo(db, store.scope, { id: todo.id });
  };
  const run = (jobs: number) => drive(cycle, { workers, jobs, signal: bench.signal });
  return {
    name: variant,
    async prepare({ backlog, jobs }) {
      const warmUp = workers * WARM_UP_CYCLES;
      await topUp(store, Math.max(backlog, jobs) + warmUp);
      await run(warmUp);
    },
    run,
    close: store.close,
  };
}

/** Brings a store to that many pending todos, freshly vacuumed. */
export async function topUp({ admin, scope }: StoreDatabase, backlog: number): Promise<void> {
  const [row] = await admin<{ pending: number }[]>`select count(*)::int as pending from todos where state = 'pending'`;
  await addPending(admin, scope, Math.max(0, backlog - (row?.pending ?? 0)));
  await admin`vacuum (analyze)`;
}
