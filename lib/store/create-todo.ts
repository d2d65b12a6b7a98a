import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/connection';
import { conflict, notFound } from '../queue/errors';
import { type NewTodo, parseNewTodo } from '../queue/new-todo';
import { uuidOrNil } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { compactColumns } from './columns';
import { isLive } from './live';
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
  for (let tries = 0; tries < TRIES; tries += 1) {
    const inserted = await insertTodo(db, endpointId, todo);
    if (inserted) {
      db.emit({ transition: 'create', ...eventOf(inserted), ready: true, source: todo.source });
      return { todo: toCompactTodo(inserted), created: true };
    }
    const existing = todo.idempotencyKey === undefined ? undefined : await countDelivery(db, endpointId, todo);
    if (existing) {
      db.emit({ transition: 'deduplicate', ...eventOf(existing), ready: false, source: todo.source });
      return { todo: toCompactTodo(existing), created: false };
    }
    await assertEndpointOpen(db, endpointId, todo.operation);
  }
  throw conflict(todo.operation);
}

/** The row lock on the endpoint makes a revocation and a create see each other whichever comes first. */
async function insertTodo(db: Db, endpointId: string, todo: NewTodo): Promise<CompactRow | undefined> {
  const payload = todo.payloadText ?? null;
  const [row] = await runVerb(
    db,
    todo.operation,
    undefined,
    () => db.sql<CompactRow[]>`
      with open_endpoint as materialized (
        select e.id
        from endpoints e
        where e.id = ${endpointId}
          and e.revoked_at is null
          and (e.expires_at is null or e.expires_at > now())
        for key share
      )
      insert into todos as t (id, endpoint_id, queue, title, kind, source, payload, payload_size, routing, assignee, max_attempts, idempotency_key)
      select ${`td_${uuidv7()}`}, id, ${todo.queue}, ${todo.title}, ${todo.kind ?? null}, ${todo.source},
        ${payload}::text::jsonb, ${payload === null ? 0 : Buffer.byteLength(payload)}::int, ${todo.routingText ?? null}::text::jsonb,
        ${todo.assignee ?? null}, ${todo.maxAttempts ?? db.settings.maxAttempts}::int, ${todo.idempotencyKey ?? null}
      from open_endpoint
      on conflict (endpoint_id, idempotency_key) where ${isLive(db.sql)} do nothing
      returning ${compactColumns(db.sql)}`,
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

async function assertEndpointOpen(db: Db, endpointId: string, operation: string): Promise<void> {
  const rows = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql`
      select 1
      from endpoints e
      where e.id = ${endpointId}
        and e.revoked_at is null
        and (e.expires_at is null or e.expires_at > now())`,
  );
  if (rows.length === 0) throw notFound(operation);
}
