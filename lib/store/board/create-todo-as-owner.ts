import type { Db } from '../../db/connection';
import { notFound } from '../../queue/errors';
import type { NewTodo } from '../../queue/new-todo';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import type { CompactTodo } from '../../queue/todo';
import { createTodo } from '../create-todo';
import { runVerb } from '../run-verb';

/**
 * Creates a todo on an endpoint of the human's, or finds the live one that holds its key already (SPEC-0003 R6, R10).
 * @returns the todo and whether this call made it
 * @throws QueueError `invalid` naming the argument; `not_found` when the endpoint is absent, another human's, revoked or expired
 */
export async function createTodoAsOwner(
  db: Db,
  scope: OwnerScope,
  endpointId: string,
  input: NewTodo,
): Promise<{ todo: CompactTodo; created: boolean }> {
  const owned = await runVerb(
    db,
    input.operation,
    undefined,
    () => db.sql`
      select 1
      from endpoints e
      where e.id = ${uuidOrNil(endpointId)}
        and e.human_id = ${scope.humanId}`,
  );
  if (owned.length === 0) throw notFound(input.operation);
  return await createTodo(db, { endpointId }, input);
}
