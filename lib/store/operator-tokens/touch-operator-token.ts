import type { Db } from '../../db/connection';

/** Notes that an operator token was used. Skips a row that is locked: a later call notes it. */
export async function touchOperatorToken(db: Db, tokenId: string): Promise<void> {
  await db.sql`
    with used as (
      select o.id from operator_tokens o where o.id = ${tokenId} for no key update skip locked
    )
    update operator_tokens o
    set last_used_at = now()
    from used
    where o.id = used.id`;
}
