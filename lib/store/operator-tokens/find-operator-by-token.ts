import type { Db } from '../../db/connection';
import { hashCredential } from '../credential';
import { runVerb } from '../run-verb';

/** What an operator token proves. */
export interface AuthenticatedOperator {
  readonly tokenId: string;
  readonly humanId: string;
}

/**
 * The human whom an operator token acts for, or undefined when it is unknown or revoked, or its human is disabled.
 * @throws QueueError `unavailable` when the database cannot say
 */
export async function findOperatorByToken(db: Db, token: string): Promise<AuthenticatedOperator | undefined> {
  const [operator] = await runVerb(
    db,
    'authenticate',
    undefined,
    () => db.sql<AuthenticatedOperator[]>`
      select o.id as "tokenId", o.human_id as "humanId"
      from operator_tokens o
      join humans h on h.id = o.human_id
      where o.token_hash = ${hashCredential(token)}
        and o.revoked_at is null
        and h.disabled_at is null`,
  );
  return operator;
}
