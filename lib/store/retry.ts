import type { Db } from '../db/connection';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import { compactColumns, type Fragment } from './columns';
import { tellReady } from './outbox/tell-hooks';
import { requeueMove } from './release';
import { type CompactRow, eventOf, toCompactTodo } from './rows';
import { runVerb } from './run-verb';

/**
 * Brings a dead letter or a parked retry back to pending at once, its counter at 0 and its history kept (SPEC-0003 R5,
 * SPEC-0034 REQ-12).
 * @throws QueueError `not_found`; `conflict` when it has not failed, or a newer live todo holds its key
 */
export async function retryTodo(db: Db, scope: EndpointScope, input: { readonly id: string }): Promise<CompactTodo> {
  const inScope = db.sql`t.endpoint_id = ${scope.endpointId} and t.queue = any(${scope.queues as string[]}::text[])`;
  const row = await requeueFailed(db, input.id, inScope);
  return row ? toCompactTodo(row) : await classifyMiss(db, 'retry', scope, input.id);
}

/**
 * The retry itself, under any scope. The lock on the endpoint keeps a revocation from passing by.
 * @param inScope the condition on the todo `t`
 */
export async function requeueFailed(db: Db, id: string, inScope: Fragment): Promise<CompactRow | undefined> {
  const [row] = await runVerb(
    db,
    'retry',
    id,
    () => db.sql<CompactRow[]>`
      with open_endpoint as materialized (
        select e.id
        from endpoints e
        where e.id = (select endpoint_id from todos where id = ${id})
          and e.revoked_at is null
        for key share
      ),
      requeued as (
        update todos t
        set ${requeueMove(db)},
            attempt = 0
        from open_endpoint
        where t.id = ${id}
          and t.endpoint_id = open_endpoint.id
          and t.state = 'failed'
          and ${inScope}
        returning ${compactColumns(db.sql)}
      )${tellReady(db, db.sql`requeued m`)}
      select * from requeued`,
  );
  if (row) db.emit({ transition: 'retry', ...eventOf(row), ready: true });
  return row;
}
