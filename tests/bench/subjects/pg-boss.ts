import type { Bench } from '../bench';
import type { Contender } from '../measure/compare';
import { drive } from '../measure/drive';
import { openDatabase } from './database';
import { loadPeer } from './peers';
import { PAYLOAD, QUEUE } from './rows';

/** What the bench uses of pg-boss. */
interface PgBoss {
  on(event: 'error', handler: (error: Error) => void): void;
  start(): Promise<unknown>;
  createQueue(name: string): Promise<void>;
  insert(jobs: readonly { name: string; data: object }[]): Promise<unknown>;
  fetch(name: string): Promise<readonly { id: string }[]>;
  complete(name: string, id: string): Promise<unknown>;
  getQueueSize(name: string): Promise<number>;
  stop(options: { graceful: boolean; close: boolean }): Promise<void>;
}

type PgBossClass = new (options: object) => PgBoss;

/** pg-boss's cycle: fetch one job and complete it. Its timers are off, so that it does nothing else meanwhile. */
export async function pgBossContender(bench: Bench, workers: number): Promise<Contender | undefined> {
  const Boss = loadPeer('pg-boss') as PgBossClass | undefined;
  if (Boss === undefined) return undefined;
  const database = await openDatabase(bench);
  const boss = new Boss({ connectionString: database.url, max: workers, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(QUEUE);
  const cycle = async () => {
    const [job] = await boss.fetch(QUEUE);
    if (job) await boss.complete(QUEUE, job.id);
  };
  const run = (jobs: number) => drive(cycle, { workers, jobs, signal: bench.signal });
  let connected = false;
  return {
    name: 'pg-boss',
    async prepare({ backlog, jobs }) {
      const missing = Math.max(backlog, jobs) + (connected ? 0 : workers) - (await boss.getQueueSize(QUEUE));
      if (missing > 0) await boss.insert(Array.from({ length: missing }, () => ({ name: QUEUE, data: PAYLOAD })));
      await database.admin`vacuum (analyze)`;
      if (!connected) await run(workers);
      connected = true;
    },
    run,
    async close() {
      await boss.stop({ graceful: false, close: true });
      await database.drop();
    },
  };
}
