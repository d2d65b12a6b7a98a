import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/connection';
import { conflict, notFound } from '../queue/errors';
import { type NewTodo, parseNewTodo } from '../queue/new-todo';
import { uuidOrNil } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { compactColumns } from './columns';
import { isLive } from './live';
import { tellReady } from './outbox/tell-hooks';
import { type CompactRow, eventOf, toCompactTodo } from './rows';
import { runVerb } from './run-verb';

const TRIES = 5;

/**
 * Creates a todo, or finds the live one that holds its key already (SPEC-0003 R6 and R10).
 * @returns the todo and whether this call made it
 * @throws QueueError `invalid` naming the argument; `not_found` when the endpoint is absent, revoked or expired
 */
export async function createTodo(
  db: Db,
  scope: { readonly endpointId: string },
  input: NewTodo,
): Promise<{ todo: CompactTodo; created: boolean }> {
  const todo = parseNewTodo(input);
  const endpointId = uuidOrNil(scope.endpointId);
  let hooked = false;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const inserted = await insertTodo(db, endpointId, todo, hooked);
    if (inserted) {
      db.emit({ transition: 'create', ...eventOf(inserted), ready: true, source: todo.source });
      return { todo: toCompactTodo(inserted), created: true };
    }
    const existing = todo.idempotencyKey === undefined ? undefined : await countDelivery(db, endpointId, todo);
    if (existing) {
      db.emit({ transition: 'deduplicate', ...eventOf(existing), ready: false, source: todo.source });
      return { todo: toCompactTodo(existing), created: false };
    }
    hooked = await readHooked(db, endpointId, todo.operation);
  }
  throw conflict(todo.operation);
}

/**
 * The row lock on the endpoint makes a revocation and a create see each other whichever comes first. To write to the outbox costs a
 * fifth of a create even when there is nobody to tell, so unless the endpoint is said to be hooked this inserts only when it is not.
 * @returns undefined when the key is held, the endpoint is not open, or it is hooked after all
 */
async function insertTodo(db: Db, endpointId: string, todo: NewTodo, hooked: boolean): Promise<CompactRow | undefined> {
  const { sql } = db;
  const payload = todo.payloadText ?? null;
  const told = hooked || db.settings.notifyHooksMax === 0;
  const [row] = await runVerb(
    db,
    todo.operation,
    undefined,
    () => sql<CompactRow[]>`
      with open_endpoint as materialized (
        select e.id
        from endpoints e
        where e.id = ${endpointId}
          and e.revoked_at is null
          and (e.expires_at is null or e.expires_at > now())
          and (not e.hooked or ${told})
        for key share
      ),
      created as (
        insert into todos as t (id, endpoint_id, queue, title, kind, source, payload, payload_size, routing, assignee, max_attempts, idempotency_key)
        select ${`td_${uuidv7()}`}, id, ${todo.queue}, ${todo.title}, ${todo.kind ?? null}, ${todo.source},
          ${payload}::text::jsonb, ${payload === null ? 0 : Buffer.byteLength(payload)}::int, ${todo.routingText ?? null}::text::jsonb,
          ${todo.assignee ?? null}, ${todo.maxAttempts ?? db.settings.maxAttempts}::int, ${todo.idempotencyKey ?? null}
        from open_endpoint
        on conflict (endpoint_id, idempotency_key) where ${isLive(sql)} do nothing
        returning ${compactColumns(sql)}
      )${hooked ? tellReady(db, sql`created m`) : sql``}
      select * from created`,
  );
  return row;
}

/** A redelivery changes nothing but the count of deliveries. */
async function countDelivery(db: Db, endpointId: string, todo: NewTodo): Promise<CompactRow | undefined> {
  const [row] = await runVerb(
    db,
    todo.operation,
    undefined,
    () => db.sql<CompactRow[]>`
      update todos as t
      set deliveries = t.deliveries + 1
      where t.endpoint_id = ${endpointId}
        and t.idempotency_key = ${todo.idempotencyKey ?? null}
        and ${isLive(db.sql)}
        and exists (select from endpoints e where e.id = t.endpoint_id and e.revoked_at is null and (e.expires_at is null or e.expires_at > now()))
      returning ${compactColumns(db.sql)}`,
  );
  return row;
}

/**
 * Why nothing was inserted, or whether to tell hooks at the next try.
 * @throws QueueError `not_found` when the endpoint is absent, revoked or expired
 */
async function readHooked(db: Db, endpointId: string, operation: string): Promise<boolean> {
  const [endpoint] = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql<{ hooked: boolean }[]>`
      select e.hooked
      from endpoints e
      where e.id = ${endpointId}
        and e.revoked_at is null
        and (e.expires_at is null or e.expires_at > now())`,
  );
  if (!endpoint) throw notFound(operation);
  return endpoint.hooked;
}
