import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** An operator token as its human sees it afterwards: everything but the token. */
export interface OperatorTokenView {
  readonly id: string;
  /** The first characters of the token, to tell one from another. */
  readonly tokenPrefix: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** The human's operator tokens, newest first, revoked ones included. */
export async function listOperatorTokens(db: Db, scope: OwnerScope): Promise<OperatorTokenView[]> {
  return await runVerb(
    db,
    'list_tokens',
    undefined,
    () => db.sql<OperatorTokenView[]>`
      select o.id, o.token_prefix as "tokenPrefix", o.created_at as "createdAt", o.last_used_at as "lastUsedAt",
        o.revoked_at as "revokedAt"
      from operator_tokens o
      where o.human_id = ${scope.humanId}
      order by o.created_at desc, o.id desc`,
  );
}
