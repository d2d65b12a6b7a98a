import type { Db } from '../../db/connection';
import { notFound } from '../../queue/errors';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { mintCredential } from '../credential';
import { runVerb } from '../run-verb';

/**
 * Gives an endpoint a new credential; the old one ends at once, sessions and leases go on.
 * @returns the token, shown this once
 * @throws QueueError `not_found` when absent, foreign or revoked
 */
export async function rotateEndpoint(db: Db, scope: OwnerScope, endpointId: string): Promise<{ token: string }> {
  const { token, hash, shownPrefix } = mintCredential('sbk_');
  const rows = await runVerb(
    db,
    'rotate',
    undefined,
    () => db.sql`
      update endpoints e
      set token_hash = ${hash},
          token_prefix = ${shownPrefix}
      where e.id = ${uuidOrNil(endpointId)}
        and e.human_id = ${scope.humanId}
        and e.revoked_at is null
      returning 1`,
  );
  if (rows.length === 0) throw notFound('rotate');
  return { token };
}
