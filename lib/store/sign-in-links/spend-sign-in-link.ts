import type { Db } from '../../db/connection';
import { hashCredential } from '../credential';
import { runVerb } from '../run-verb';

/**
 * Spends a sign-in token. Of any number of calls with one token, one gets the human.
 * @returns the human's id; undefined when the token is unknown, spent, past its end, or its human is disabled
 */
export async function spendSignInLink(db: Db, token: string): Promise<string | undefined> {
  const [row] = await runVerb(
    db,
    'sign_in_link_spend',
    undefined,
    () => db.sql<{ human_id: string }[]>`
      update sign_in_links l
      set spent_at = now()
      from humans h
      where l.token_hash = ${hashCredential(token)}
        and l.spent_at is null
        and l.expires_at > now()
        and h.id = l.human_id
        and h.disabled_at is null
      returning l.human_id
    `,
  );
  return row?.human_id;
}
