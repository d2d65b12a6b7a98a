import type { Db, Sql } from '../db/connection';
import { blindLeaseToken } from '../queue/fence';
import type { Fragment } from './columns';

/**
 * That the todo `t` counts as its latest the attempt which this statement sees open. A statement that waited while the todo changed
 * hands cannot see the newer attempt, and finds nothing to do. The attempt is probed by the bound id, so that a plan made on an empty
 * table stays an index look-up.
 * @param fence what must hold of the attempt, as a condition on `a`
 */
export function hasOpenAttempt(db: Db, todoId: string, fence: Fragment): Fragment {
  return db.sql`
    t.attempts_total = (select a.seq from todo_attempts a where a.todo_id = ${todoId} and a.slot = 0 and ${fence})`;
}

/**
 * The fence of an agent's call (SPEC-0034 REQ-6): no token for an unfenced attempt, the right one for a fenced attempt. The token's
 * hash is compared blinded, see fence.ts.
 */
export function matchesFence(db: Db, leaseToken: string | undefined): Fragment {
  const blinded = blindLeaseToken(leaseToken);
  if (!blinded) return db.sql`a.lease_token_hash is null`;
  return db.sql`sha256(a.lease_token_hash || ${blinded.nonce}::bytea) = ${blinded.digest}::bytea`;
}

/** The owning human's acts are exempt from the fence, whoever holds the attempt (SPEC-0034 REQ-6). */
export function exemptFromFence(sql: Sql): Fragment {
  return sql`true`;
}

/** What a human may do only to an attempt that a human claimed (SPEC-0003 R3). */
export function claimedByHuman(sql: Sql): Fragment {
  return sql`a.claimer_kind = 'owner'`;
}
