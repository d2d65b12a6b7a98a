import type { Db } from '../../db/connection';

/** Notes the last call of an endpoint that a verb refused. Skips a row that is locked: a later refusal notes it. */
export async function noteRefusedCall(db: Db, endpointId: string, verb: string, code: string): Promise<void> {
  await db.sql`
    with refused as (
      select e.id from endpoints e where e.id = ${endpointId} for no key update skip locked
    )
    update endpoints e
    set last_refused_at = now(),
        last_refused_verb = ${verb},
        last_refused_code = ${code}
    from refused
    where e.id = refused.id`;
}
