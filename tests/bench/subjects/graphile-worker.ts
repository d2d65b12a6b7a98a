import { EventEmitter } from 'node:events';
import type { Bench } from '../bench';
import type { Contender } from '../measure/compare';
import type { Run } from '../measure/drive';
import { openDatabase } from './database';
import { loadPeer } from './peers';
import { PAYLOAD, QUEUE } from './rows';

/** What the bench uses of graphile-worker and of the pool it runs on. */
interface GraphileWorker {
  readonly Logger: new (factory: () => () => void) => object;
  runMigrations(options: object): Promise<void>;
  runOnce(options: object): Promise<void>;
}

interface PgPool {
  on(event: 'error', handler: (error: Error) => void): void;
  on(event: 'connect', handler: (client: { on(event: 'error', handler: () => void): void }) => void): void;
  end(): Promise<void>;
}

/**
 * graphile-worker's single-job mode: every worker gets one job, runs it and has it deleted, until none is left. It keeps no
 * history, neither of attempts nor of what is done.
 */
export async function graphileContender(bench: Bench, workers: number): Promise<Contender | undefined> {
  const graphile = loadPeer('graphile-worker') as GraphileWorker | undefined;
  const pg = loadPeer('pg') as { Pool: new (options: object) => PgPool } | undefined;
  if (graphile === undefined || pg === undefined) return undefined;
  const database = await openDatabase(bench);
  const pgPool = new pg.Pool({ connectionString: database.url, max: workers });
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  const options = { pgPool, concurrency: workers, noHandleSignals: true, logger: new graphile.Logger(() => () => {}) };
  await graphile.runMigrations(options);
  const drain = (count: number) => timedDrain(graphile, options, count);
  const add = (count: number) =>
    database.admin`select graphile_worker.add_job(${QUEUE}, ${JSON.stringify(PAYLOAD)}::text::json) from generate_series(1, ${count}::int)`;
  return {
    name: 'graphile-worker',
    async prepare({ jobs }) {
      await add(workers * 2);
      await drain(workers * 2);
      await add(jobs);
      await database.admin`vacuum (analyze)`;
    },
    run: drain,
    async close() {
      await pgPool.end();
      await database.drop();
    },
  };
}

/** Counts from the first look for a job to the last job's deletion; what is done before that is not its cycle. */
async function timedDrain(graphile: GraphileWorker, options: object, jobs: number): Promise<Run> {
  const events = new EventEmitter();
  let started: number | undefined;
  let done = 0;
  events.on('worker:getJob:start', () => {
    started ??= performance.now();
  });
  const taskList = {
    [QUEUE]: () => {
      done += 1;
    },
  };
  await graphile.runOnce({ ...options, events, taskList });
  if (done !== jobs) throw new Error(`graphile-worker did ${done} of ${jobs} jobs`);
  return { done, seconds: (performance.now() - (started ?? Number.NaN)) / 1000 };
}
