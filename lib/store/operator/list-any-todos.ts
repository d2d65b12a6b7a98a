import type { Db } from '../../db/connection';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { type ListInput, selectPage, type TodoPage } from '../list-todos';

export interface OperatorFilter extends ListInput {
  /** Keeps to one human's todos. */
  readonly owner?: OwnerScope | undefined;
  readonly endpointId?: string | undefined;
}

/**
 * Lists todos of every human for the operator at the console, without payload, result or history (SPEC-0034 REQ-10).
 * @throws QueueError `invalid` naming `limit` or `cursor`
 */
export async function listAnyTodos(db: Db, filter: OperatorFilter): Promise<TodoPage> {
  const { owner, endpointId, queue } = filter;
  const inScope = db.sql`
    ${owner ? db.sql`t.endpoint_id in (select e.id from endpoints e where e.human_id = ${owner.humanId})` : db.sql`true`}
    and ${endpointId === undefined ? db.sql`true` : db.sql`t.endpoint_id = ${uuidOrNil(endpointId)}`}
    and ${queue === undefined ? db.sql`true` : db.sql`t.queue = ${queue}`}`;
  return selectPage(db, 'todo_list', inScope, filter);
}
