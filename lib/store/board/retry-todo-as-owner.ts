import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import type { CompactTodo } from '../../queue/todo';
import { ownedBy } from '../owned-by';
import { requeueFailed } from '../retry';
import { toCompactTodo } from '../rows';
import { classifyMissAsOwner } from './classify-miss-as-owner';

/**
 * Brings a dead letter or a parked retry of the human's back to pending (SPEC-0003 R5, SPEC-0034 REQ-12).
 * @param input the todo and how many attempts it had had when the human looked
 * @throws QueueError `not_found`; `conflict` when it is no longer failed, or has been tried again since
 */
export async function retryTodoAsOwner(
  db: Db,
  scope: OwnerScope,
  input: { readonly id: string; readonly attemptsTotal: number },
): Promise<CompactTodo> {
  const asShown = db.sql`${ownedBy(db.sql, scope)} and t.attempts_total = ${input.attemptsTotal}::int`;
  const row = await requeueFailed(db, input.id, asShown);
  return row ? toCompactTodo(row) : await classifyMissAsOwner(db, 'retry', scope, input.id);
}
