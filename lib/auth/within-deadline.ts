import type { Db } from '../db/connection';
import { unavailable } from '../queue/errors';

const TICK_MS = 500;
const PATIENCE_TICKS = 4;

/**
 * With the database away or the pool full, an early refusal serves the caller better than a late answer. Ticks are counted
 * rather than time, and only those in which the database answered nobody, so that a burst which keeps this process or the pool
 * busy is not taken for a database that does not answer.
 * @throws QueueError `unavailable` after two seconds
 */
export async function withinDeadline<T>(db: Pick<Db, 'answered'>, answer: Promise<T>): Promise<T> {
  let ticks = 0;
  let answered = db.answered();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (db.answered() === answered) ticks += 1;
      answered = db.answered();
      if (ticks === PATIENCE_TICKS) reject(unavailable('authenticate'));
    }, TICK_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearInterval(timer);
  }
}
