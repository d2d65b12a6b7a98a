import type { Db } from '../../db/connection';
import { parseReport, type ReportInput } from '../../queue/report';
import type { OwnerScope } from '../../queue/scope';
import type { CompactTodo } from '../../queue/todo';
import { endLease } from '../end-lease';
import { claimedByHuman } from '../open-attempt';
import { heldInShownAttempt } from '../owned-by';
import { toCompactTodo } from '../rows';
import { classifyMissAsOwner } from './classify-miss-as-owner';
import type { ShownAttempt } from './release-todo-as-owner';

/**
 * Ends an attempt that this human claimed as done; an agent's is an agent's to complete (SPEC-0003 R3).
 * @throws QueueError `invalid` naming `artifact`; `not_found`; `conflict` when that attempt is not open or not theirs
 */
export async function completeTodoAsOwner(
  db: Db,
  scope: OwnerScope,
  input: ShownAttempt & ReportInput,
): Promise<CompactTodo> {
  const row = await endLease(db, {
    operation: 'complete',
    id: input.id,
    transition: () => 'complete',
    outcome: 'completed',
    report: parseReport('complete', input),
    guard: db.sql`${heldInShownAttempt(db.sql, scope, input.attemptSeq)} and t.owner = ${scope.owner}`,
    fence: claimedByHuman(db.sql),
    move: db.sql`state = 'done', finished_at = now(), result = null`,
  });
  return row ? toCompactTodo(row) : await classifyMissAsOwner(db, 'complete', scope, input.id);
}
