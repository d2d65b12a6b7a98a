import type { Db } from '../../db/connection';
import { parseReport, type ReportInput } from '../../queue/report';
import type { OwnerScope } from '../../queue/scope';
import type { CompactTodo } from '../../queue/todo';
import { endLease } from '../end-lease';
import { exemptFromFence } from '../open-attempt';
import { heldInShownAttempt } from '../owned-by';
import { requeueMove } from '../release';
import { toCompactTodo } from '../rows';
import { classifyMissAsOwner } from './classify-miss-as-owner';

/** One attempt of one todo, as a page showed it. */
export interface ShownAttempt {
  readonly id: string;
  readonly attemptSeq: number;
}

/**
 * Ends any attempt of the human's todos, fenced or not, and gives the todo back (SPEC-0034 REQ-6). Only the attempt that the
 * human saw is ended: a click meant for a dead worker never releases the next one's.
 * @throws QueueError `not_found`; `conflict` when that attempt is no longer open
 */
export async function releaseTodoAsOwner(
  db: Db,
  scope: OwnerScope,
  input: ShownAttempt & ReportInput,
): Promise<CompactTodo> {
  const row = await endLease(db, {
    operation: 'release',
    id: input.id,
    transition: () => 'release',
    outcome: 'released',
    report: parseReport('release', input),
    guard: heldInShownAttempt(db.sql, scope, input.attemptSeq),
    fence: exemptFromFence(db.sql),
    move: requeueMove(db),
  });
  return row ? toCompactTodo(row) : await classifyMissAsOwner(db, 'release', scope, input.id);
}
