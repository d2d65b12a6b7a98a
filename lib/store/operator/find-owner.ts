import type { Db } from '../../db/connection';
import { type OwnerScope, ownerScope, uuidOrNil } from '../../queue/scope';
import type { Fragment } from '../columns';
import { runVerb } from '../run-verb';

/** Whose an endpoint is, for an operator who acts on it; undefined when there is no such endpoint. */
export async function findEndpointOwner(db: Db, endpointId: string): Promise<OwnerScope | undefined> {
  return findOwner(db, db.sql`select e.human_id from endpoints e where e.id = ${uuidOrNil(endpointId)}`);
}

/** Whose a todo is, for an operator who acts on it; undefined when there is no such todo. */
export async function findTodoOwner(db: Db, todoId: string): Promise<OwnerScope | undefined> {
  return findOwner(
    db,
    db.sql`select e.human_id from todos t join endpoints e on e.id = t.endpoint_id where t.id = ${todoId}`,
  );
}

/** Whose a notify hook is, for an operator who acts on it; undefined when there is no such hook. */
export async function findHookOwner(db: Db, hookId: string): Promise<OwnerScope | undefined> {
  return findOwner(
    db,
    db.sql`select e.human_id from notify_hooks h join endpoints e on e.id = h.endpoint_id where h.id = ${uuidOrNil(hookId)}`,
  );
}

/** Whose an operator token is, for an operator who acts on it; undefined when there is no such token. */
export async function findTokenOwner(db: Db, tokenId: string): Promise<OwnerScope | undefined> {
  return findOwner(db, db.sql`select o.human_id from operator_tokens o where o.id = ${uuidOrNil(tokenId)}`);
}

/** Whose a webhook is, for an operator who acts on it; undefined when there is no such webhook. */
export async function findWebhookOwner(db: Db, webhookId: string): Promise<OwnerScope | undefined> {
  return findOwner(
    db,
    db.sql`select e.human_id from webhooks w join endpoints e on e.id = w.endpoint_id where w.id = ${uuidOrNil(webhookId)}`,
  );
}

async function findOwner(db: Db, query: Fragment): Promise<OwnerScope | undefined> {
  const [row] = await runVerb(db, 'find_owner', undefined, () => db.sql<{ human_id: string }[]>`${query}`);
  return row && ownerScope(row.human_id);
}
