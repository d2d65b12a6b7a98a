import type { PoolDb } from '../db/connection';
import { inTransaction } from '../db/transaction';
import { QueueError } from '../queue/errors';
import type { NewTodo } from '../queue/new-todo';
import { createTodo } from '../store/create-todo';
import { runVerb } from '../store/run-verb';
import type { DeliveryTargets } from '../store/webhooks/find-delivery-targets';
import { logDelivery } from '../store/webhooks/log-delivery';
import { noSuchWebhook, Refusal } from './refusal';

/** What became of a delivery at one target; `created` is false when a live todo of the same delivery was there already. */
export interface Receipt {
  readonly id: string;
  readonly endpointId: string;
  readonly queue: string;
  readonly created: boolean;
}

/**
 * Makes one todo per target and the delivery's line in the log, all of it or nothing.
 * @throws Refusal `not_found` when every target has been revoked meanwhile, `invalid` when the JSON cannot be stored
 */
export async function storeDelivery(
  db: PoolDb,
  found: DeliveryTargets,
  todo: Omit<NewTodo, 'queue'>,
): Promise<Receipt[]> {
  try {
    return await runVerb(db, todo.operation, undefined, () => createTodos(db, found, todo));
  } catch (error) {
    throw isUnstorable(error)
      ? new Refusal('invalid', 'the JSON holds a number too large or too long to store')
      : error;
  }
}

/** The targets' order is that of their endpoint ids, so that deliveries that meet never wait for each other in a circle. */
async function createTodos(db: PoolDb, found: DeliveryTargets, todo: Omit<NewTodo, 'queue'>): Promise<Receipt[]> {
  return await inTransaction(db, async (tx) => {
    const receipts: Receipt[] = [];
    for (const { endpointId, queue } of found.targets) {
      const made = await createTodo(tx, { endpointId }, { ...todo, queue }).catch(unlessEnded);
      if (made) receipts.push({ id: made.todo.id, endpointId, queue: made.todo.queue, created: made.created });
    }
    if (receipts.length === 0) throw noSuchWebhook();
    const created = countCreated(receipts);
    await logDelivery(tx, found.webhookId, {
      verdict: created > 0 ? 'accepted' : 'duplicate',
      status: 202,
      deliveryId: todo.idempotencyKey,
      event: todo.kind,
      todoIds: receipts.map(({ id }) => id),
      created,
    });
    return receipts;
  });
}

/** How many todos a delivery made. */
export function countCreated(receipts: readonly Receipt[]): number {
  return receipts.filter((receipt) => receipt.created).length;
}

/** An endpoint revoked since the targets were found is left out, like one revoked before. */
function unlessEnded(error: unknown): undefined {
  if (error instanceof QueueError && error.code === 'not_found') return undefined;
  throw error;
}

/** SQLSTATE classes 22 and 54: the value itself is what PostgreSQL cannot take. */
function isUnstorable(error: unknown): boolean {
  const cause = error instanceof QueueError ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && /^(?:22|54)/.test(String(cause.code));
}
