import type { Db } from '../../db/connection';

/**
 * Live hooks that have calls due now. A sweep: it spans all endpoints.
 * @param except hooks that are being called already
 */
export async function hooksWithDueCalls(db: Db, except: readonly string[], limit: number): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select h.id
    from notify_hooks h
    where h.disabled_at is null
      and h.id <> all(${except as string[]}::uuid[])
      and exists (
        select
        from outbox o
        where o.hook_id = h.id
          and o.sent_at is null
          and o.given_up_at is null
          and o.due_at <= now()
      )
    order by h.last_sent_at nulls first
    limit ${limit}::int`;
  return rows.map((row) => row.id);
}
