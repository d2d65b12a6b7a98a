import type { Db } from '../db/connection';
import { conflict, notFound } from '../queue/errors';
import type { EndpointScope } from '../queue/scope';
import { runVerb } from './run-verb';

/**
 * Refuses an id that is absent or foreign.
 * @throws QueueError `not_found`
 */
export async function assertTodoInScope(db: Db, operation: string, scope: EndpointScope, id: string): Promise<void> {
  const rows = await runVerb(
    db,
    operation,
    id,
    () => db.sql`
      select 1
      from todos t
      where t.id = ${id}
        and t.endpoint_id = ${scope.endpointId}
        and t.queue = any(${scope.queues as string[]}::text[])`,
  );
  if (rows.length === 0) throw notFound(operation, id);
}

/**
 * Tells why a conditional update touched no row: the todo is not there for this scope, or not as the update wants it
 * (SPEC-0003 R8, SPEC-0034 REQ-19).
 * @throws QueueError always: `not_found` or `conflict`
 */
export async function classifyMiss(db: Db, operation: string, scope: EndpointScope, id: string): Promise<never> {
  await assertTodoInScope(db, operation, scope, id);
  throw conflict(operation, id);
}
