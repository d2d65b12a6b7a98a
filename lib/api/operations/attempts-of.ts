import type { PoolDb } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import { getWholeTodoAsOwner } from '../../store/board/get-whole-todo-as-owner';

/**
 * How many attempts a todo has had, which is also the number of the one that is open. An act that is told of no attempt means
 * the one at the time of the call: should another begin meanwhile, it is a conflict.
 * @throws QueueError `not_found`
 */
export async function attemptsOf(db: PoolDb, scope: OwnerScope, id: string): Promise<number> {
  const { attemptsTotal } = await getWholeTodoAsOwner(db, scope, { id, attemptsLimit: 1 });
  return attemptsTotal;
}
