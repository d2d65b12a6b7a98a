import type { Db } from '../../db/connection';
import { QueueError } from '../../queue/errors';
import { uuidOrNil } from '../../queue/scope';
import { mintCredential } from '../credential';
import { runVerb } from '../run-verb';

/**
 * Mints a one-time sign-in token, good for 15 minutes; only its hash is stored. Links that ended a day ago are swept here.
 * @param humanId the human it signs in, who must not be disabled
 * @returns the token, to be shown once, and the end of its life in RFC 3339 UTC
 * @throws QueueError `not_found` for an absent or disabled human
 */
export async function createSignInLink(db: Db, humanId: string): Promise<{ token: string; expiresAt: string }> {
  const operation = 'sign_in_link_create';
  const { token, hash } = mintCredential('sbl_');
  const [row] = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql<{ expires_at: string }[]>`
      with swept as (
        delete from sign_in_links
        where expires_at < now() - interval '1 day'
      )
      insert into sign_in_links (token_hash, human_id, expires_at)
      select ${hash}, h.id, now() + interval '15 minutes'
      from humans h
      where h.id = ${uuidOrNil(humanId)}
        and h.disabled_at is null
      returning expires_at
    `,
  );
  if (!row) throw new QueueError('not_found', `${operation}: no such human, or disabled`, { operation });
  return { token, expiresAt: row.expires_at };
}
