import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../db/connection';
import { QueueError } from '../../queue/errors';
import type { OwnerScope } from '../../queue/scope';
import { mintCredential } from '../credential';
import { runVerb } from '../run-verb';

/** A minted operator token; its text is shown this once. */
export interface MintedOperatorToken {
  readonly tokenId: string;
  /** `sbo_` and 256 random bits. */
  readonly token: string;
  readonly tokenPrefix: string;
}

/**
 * Mints a bearer with which a program acts for a human on the operator API.
 * @throws QueueError `not_found` when the human is absent or disabled
 */
export async function mintOperatorToken(db: Db, scope: OwnerScope): Promise<MintedOperatorToken> {
  const operation = 'token_mint';
  const { token, hash, shownPrefix } = mintCredential('sbo_');
  const [row] = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql<{ id: string }[]>`
      insert into operator_tokens (id, human_id, token_hash, token_prefix)
      select ${uuidv7()}::uuid, h.id, ${hash}, ${shownPrefix}
      from humans h
      where h.id = ${scope.humanId}
        and h.disabled_at is null
      returning id`,
  );
  if (!row) throw new QueueError('not_found', `${operation}: no such human, or disabled`, { operation });
  return { tokenId: row.id, token, tokenPrefix: shownPrefix };
}
