import type { Db } from '../../db/connection';
import { QueueError } from '../../queue/errors';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';

/**
 * Ends an operator token of the human's at once.
 * @throws QueueError `not_found` when absent, another human's or already revoked
 */
export async function revokeOperatorToken(db: Db, scope: OwnerScope, tokenId: string): Promise<void> {
  const operation = 'token_revoke';
  const rows = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql`
      update operator_tokens o
      set revoked_at = now()
      where o.id = ${uuidOrNil(tokenId)}
        and o.human_id = ${scope.humanId}
        and o.revoked_at is null
      returning 1`,
  );
  if (rows.length === 0)
    throw new QueueError('not_found', `${operation}: no such token of this human, or revoked already`, { operation });
}
