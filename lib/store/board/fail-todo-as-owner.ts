import type { Db } from '../../db/connection';
import { parseReport, type ReportInput } from '../../queue/report';
import type { OwnerScope } from '../../queue/scope';
import { type CompactTodo, isDeadLetter } from '../../queue/todo';
import { endLease } from '../end-lease';
import { failMove } from '../fail';
import { exemptFromFence } from '../open-attempt';
import { heldInShownAttempt } from '../owned-by';
import { toCompactTodo } from '../rows';
import { classifyMissAsOwner } from './classify-miss-as-owner';
import type { ShownAttempt } from './release-todo-as-owner';

/**
 * Fails any attempt of the human's todos, fenced or not: parked for a retry, or a dead letter at the cap (SPEC-0034 REQ-6).
 * @throws QueueError `not_found`; `conflict` when the attempt that the human saw is no longer open
 */
export async function failTodoAsOwner(
  db: Db,
  scope: OwnerScope,
  input: ShownAttempt & ReportInput,
): Promise<CompactTodo> {
  const row = await endLease(db, {
    operation: 'fail',
    id: input.id,
    transition: (moved) => (isDeadLetter(toCompactTodo(moved)) ? 'failAtCap' : 'failBelowCap'),
    outcome: 'failed',
    report: parseReport('fail', input),
    guard: heldInShownAttempt(db.sql, scope, input.attemptSeq),
    fence: exemptFromFence(db.sql),
    move: failMove(db, undefined),
  });
  return row ? toCompactTodo(row) : await classifyMissAsOwner(db, 'fail', scope, input.id);
}
