import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import type { CompactTodo } from '../../queue/todo';
import { extendLease } from '../heartbeat';
import { ownedBy } from '../owned-by';
import { toCompactTodo } from '../rows';
import { classifyMissAsOwner } from './classify-miss-as-owner';
import type { ShownAttempt } from './release-todo-as-owner';

/**
 * Extends the lease of an attempt that this human claimed, as an agent's heartbeat does its own (SPEC-0003 R3).
 * @throws QueueError `not_found`; `conflict` when that attempt is not open or not theirs
 */
export async function extendLeaseAsOwner(
  db: Db,
  scope: OwnerScope,
  input: ShownAttempt & { readonly leaseTtlSeconds: number },
): Promise<CompactTodo> {
  const guard = db.sql`
    ${ownedBy(db.sql, scope)} and t.state = 'claimed' and t.owner = ${scope.owner}
    and t.attempts_total = ${input.attemptSeq}::int`;
  const fence = db.sql`a.claimer_kind = 'owner'`;
  const row = await extendLease(db, {
    operation: 'extend',
    id: input.id,
    ttlSeconds: input.leaseTtlSeconds,
    guard,
    fence,
  });
  return row ? toCompactTodo(row) : await classifyMissAsOwner(db, 'extend', scope, input.id);
}
