import type { Db } from '../../db/connection';

const BATCH = 1_000;

/**
 * Deletes calls that were made an hour ago, and whatever has lain there for three days: calls that were given up, and those of
 * disabled hooks. A sweep: it spans all endpoints and reads nothing out.
 * @returns how many were deleted
 */
export async function pruneOutbox(db: Db, signal: AbortSignal): Promise<number> {
  let pruned = 0;
  while (!signal.aborted) {
    const rows = await db.sql`
      delete from outbox
      where id in (
        select o.id
        from outbox o
        where o.created_at < now() - interval '3 days'
          or (o.created_at < now() - interval '1 hour' and o.sent_at < now() - interval '1 hour')
        order by o.created_at
        limit ${BATCH}
        for update skip locked
      )
      returning 1`;
    pruned += rows.length;
    if (rows.length < BATCH) return pruned;
  }
  return pruned;
}
