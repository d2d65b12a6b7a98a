import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import type { CompactTodo } from '../../queue/todo';
import { extendLease } from '../heartbeat';
import { claimedByHuman } from '../open-attempt';
import { heldInShownAttempt } from '../owned-by';
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
  const row = await extendLease(db, {
    operation: 'extend',
    id: input.id,
    ttlSeconds: input.leaseTtlSeconds,
    guard: db.sql`${heldInShownAttempt(db.sql, scope, input.attemptSeq)} and t.owner = ${scope.owner}`,
    fence: claimedByHuman(db.sql),
  });
  return row ? toCompactTodo(row) : await classifyMissAsOwner(db, 'extend', scope, input.id);
}
