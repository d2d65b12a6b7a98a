import { createDb, type PoolDb } from '@/lib/db/connection';
import type { EndpointScope } from '@/lib/queue/scope';
import { BEFORE_ATTEMPTS, migrateToFirst } from '@/tests/support/migrations';
import type { Bench } from '../bench';
import { TEMPLATE } from '../cluster';
import { openDatabase } from './database';
import { vendAgent } from './rows';

const SETTINGS = {
  leaseTtlSeconds: 300,
  maxAttempts: 5,
  attemptHistoryMaxPerTodo: 50,
  notifyHooksMax: 5,
  attemptSummaryFromResult: false,
  databaseDirectUrl: undefined,
};

/** A migrated database of its own behind the store, with one endpoint. */
export interface StoreDatabase {
  readonly url: string;
  /** The store's handle, its pool as large as there are workers. */
  readonly db: PoolDb;
  /** A connection beside it, for bulk work without a time limit. */
  readonly admin: PoolDb['sql'];
  readonly scope: EndpointScope;
  /** Its endpoint's bearer. */
  readonly token: string;
  close(): Promise<void>;
}

/**
 * Copies the migrated template; `close` drops the copy again.
 * @param options `beforeAttempts` for the schema as it was before SPEC-0034 instead, which is REQ-18's baseline
 */
export async function openStore(
  bench: Bench,
  workers: number,
  { beforeAttempts = false } = {},
): Promise<StoreDatabase> {
  const { url, admin, drop } = await openDatabase(bench, beforeAttempts ? undefined : TEMPLATE);
  if (beforeAttempts) await migrateToFirst(url, BEFORE_ATTEMPTS);
  const db = createDb(url, SETTINGS, () => {}, { max: workers });
  return {
    url,
    db,
    admin,
    ...(await vendAgent(db)),
    async close() {
      await db.sql.end({ timeout: 5 });
      await drop();
    },
  };
}
