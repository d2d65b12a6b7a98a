import type { Db } from '../../db/connection';

/** Notes that an endpoint's credential was used, and by what client when it said so. Skips a row that is locked: a later call notes it. */
export async function touchEndpoint(db: Db, endpointId: string, client?: string): Promise<void> {
  await db.sql`
    with seen as (
      select e.id from endpoints e where e.id = ${endpointId} for no key update skip locked
    )
    update endpoints e
    set last_seen_at = now(),
        last_client = coalesce(${client ?? null}::text, e.last_client)
    from seen
    where e.id = seen.id`;
}
