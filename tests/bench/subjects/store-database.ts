import { connect, createDb, type PoolDb } from '@/lib/db/connection';
import type { EndpointScope } from '@/lib/queue/scope';
import { cloneDatabase } from '@/tests/support/cluster';
import { vendScope } from './rows';

const SETTINGS = {
  leaseTtlSeconds: 300,
  maxAttempts: 5,
  attemptHistoryMaxPerTodo: 50,
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
  close(): Promise<void>;
}

/** Clones the template; `close` drops it again. */
export async function openStore(workers: number): Promise<StoreDatabase> {
  const clone = await cloneDatabase();
  const db = createDb(clone.url, SETTINGS, () => {}, { max: workers });
  const admin = connect(clone.url, { max: 1, statementTimeoutMs: 0 });
  return {
    url: clone.url,
    db,
    admin,
    scope: await vendScope(db),
    async close() {
      await Promise.all([db.sql.end({ timeout: 5 }), admin.end({ timeout: 5 })]);
      await clone.drop();
    },
  };
}
