import { createTodo } from '@/lib/store/create-todo';
import type { Bench, Figure, Goal } from '../bench';
import { type Contender, compare } from '../measure/compare';
import { drive } from '../measure/drive';
import { besides } from '../report';
import { PAYLOAD, QUEUE } from '../subjects/rows';
import { openStore } from '../subjects/store-database';

const WARM_UP_CALLS = 10;

/** G13: creating todos from many workers at once must be faster than from one. */
export const enqueue: Goal = {
  ids: ['G13'],
  title: 'creating todos, many workers against one',
  async run(bench: Bench): Promise<Figure[]> {
    const many = await creator(bench, 16);
    const one = await creator(bench, 1);
    const result = await compare(bench, many, one, { backlog: 0, jobs: bench.options.jobs });
    const target = { atLeast: 1.3 };
    return [
      {
        goal: 'G13',
        what: 'create, W = 16 / W = 1',
        value: result.ratio,
        unit: '×',
        target,
        beside: besides(result),
        data: result,
      },
    ];
  },
};

async function creator(bench: Bench, workers: number): Promise<Contender> {
  const store = await openStore(bench, workers);
  const create = () =>
    createTodo(store.db, store.scope, {
      operation: 'create_todo',
      source: 'api',
      queue: QUEUE,
      title: 'Fix flaky deploy test',
      payloadText: JSON.stringify(PAYLOAD),
    });
  const run = (jobs: number) => drive(create, { workers, jobs, signal: bench.signal });
  return {
    name: `W = ${workers}`,
    prepare: async () => {
      await run(workers * WARM_UP_CALLS);
    },
    run,
    close: store.close,
  };
}
