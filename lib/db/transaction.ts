import type postgres from 'postgres';
import type { TodoEvent } from '../queue/events';
import type { Db, PoolDb } from './connection';

/**
 * Runs several verbs as one transaction. Their events are published after the commit and not at all when it fails, also
 * when a constraint fails at commit.
 * @returns what `work` returned
 */
export async function inTransaction<T>(db: PoolDb, work: (tx: Db) => Promise<T>): Promise<T> {
  const events: TodoEvent[] = [];
  const begun = db.sql.begin(async (sql) => ({
    value: await work({ ...db, sql, emit: (event) => events.push(event) }),
  }));
  const { value } = (await begun) as { value: T };
  for (const event of events) db.emit(event);
  return value;
}

/**
 * Runs one step of a transaction so that its failure undoes that step alone.
 * @param tx what {@link inTransaction} gave
 * @throws what the step threw, with the transaction as it was before
 */
export async function inSavepoint<T>(tx: Db, step: (tx: Db) => Promise<T>): Promise<T> {
  const begun = (tx.sql as postgres.TransactionSql).savepoint(async (sql) => ({ value: await step({ ...tx, sql }) }));
  return ((await begun) as { value: T }).value;
}
