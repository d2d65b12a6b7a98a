import type { Db } from '../db/connection';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import { compactColumns } from './columns';
import { type CompactRow, eventOf, toCompactTodo } from './rows';
import { runVerb } from './run-verb';

/**
 * Turns a pending todo down for good. No attempt is touched.
 * @throws QueueError `not_found`; `conflict` when it is not pending
 */
export async function rejectTodo(db: Db, scope: EndpointScope, input: { readonly id: string }): Promise<CompactTodo> {
  const [row] = await runVerb(
    db,
    'reject',
    input.id,
    () => db.sql<CompactRow[]>`
      update todos t
      set state = 'rejected',
          finished_at = now()
      where t.id = ${input.id}
        and t.endpoint_id = ${scope.endpointId}
        and t.queue = any(${scope.queues as string[]}::text[])
        and t.state = 'pending'
      returning ${compactColumns(db.sql)}`,
  );
  if (!row) return await classifyMiss(db, 'reject', scope, input.id);
  db.emit({ transition: 'reject', ...eventOf(row), ready: false });
  return toCompactTodo(row);
}
