import type { PoolDb } from '../db/connection';
import { inTransaction } from '../db/transaction';
import { type BodyBounds, readBody } from '../http/read-body';
import type { Log } from '../log';
import { QueueError } from '../queue/errors';
import type { NewTodo } from '../queue/new-todo';
import { createTodo } from '../store/create-todo';
import { runVerb } from '../store/run-verb';
import { openSecret } from '../store/sealed-secret';
import {
  type DeliveryTarget,
  type DeliveryTargets,
  findDeliveryTargets,
} from '../store/webhooks/find-delivery-targets';
import { newTodoOf } from './new-todo-of';
import { parsePayload } from './parse-payload';
import { noSuchWebhook, Refusal } from './refusal';
import { SOURCES } from './sources/by-type';
import type { RawDelivery, Source } from './sources/source';

/** What intake needs of the process it runs in. */
export interface Intake {
  readonly db: PoolDb;
  readonly log: Log;
  /** Opens signing secrets; 32 bytes. */
  readonly encryptionKey: Buffer | undefined;
}

/** A delivery as the transport hands it over. `token` is the secret part of the URL. */
export interface DeliveryRequest {
  readonly token: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** What became of a delivery at one target; `created` is false when a live todo of the same delivery was there already. */
export interface Receipt {
  readonly id: string;
  readonly endpointId: string;
  readonly queue: string;
  readonly created: boolean;
}

/** The most that a delivery may hold, and how long it may take to arrive. */
export const BODY_BOUNDS: BodyBounds = { maxBytes: 5 * 1024 * 1024, timeoutMs: 15_000 };

/**
 * Turns one delivery into one todo per live target, all in one transaction (SPEC-0003 R6 and R10, CONTRACT section 7).
 * @returns a receipt per target, in the order of their endpoint ids
 * @throws Refusal when the delivery is not taken; QueueError `unavailable` when the database is away
 */
export async function deliver(intake: Intake, request: DeliveryRequest): Promise<Receipt[]> {
  const found = await findDeliveryTargets(intake.db, request.token);
  if (!found) throw noSuchWebhook();
  const source = SOURCES[found.type];
  const raw = {
    headers: request.headers,
    body: await readBody(request.body, request.headers.get('content-length'), BODY_BOUNDS),
  };
  await assertSigned(intake, found, source, raw);
  const todo = newTodoOf(found, source, raw.headers, parsePayload(source, raw));
  const receipts = await createTodos(intake.db, found.targets, todo);
  if (receipts.length === 0) throw noSuchWebhook();
  return receipts;
}

async function assertSigned(intake: Intake, found: DeliveryTargets, source: Source, raw: RawDelivery): Promise<void> {
  if (source.verify === undefined) return;
  const secret =
    found.sealedSecret && intake.encryptionKey && openSecret(intake.encryptionKey, found.webhookId, found.sealedSecret);
  if (!secret) {
    intake.log.error({
      event: 'signing_secret_unreadable',
      webhook_id: found.webhookId,
      message: 'a signing secret cannot be decrypted: is SWITCHBOARD_ENCRYPTION_KEY the one it was sealed with?',
    });
    throw new Refusal('unavailable', 'the signature cannot be checked at the moment');
  }
  if (await source.verify(raw, secret)) return;
  intake.log.warn({ event: 'signature_refused', webhook_id: found.webhookId, type: found.type });
  throw new Refusal('unauthorized', 'the signature is missing or does not match the body');
}

/** The targets' order is that of their endpoint ids, so that deliveries that meet never wait for each other in a circle. */
async function createTodos(
  db: PoolDb,
  targets: readonly DeliveryTarget[],
  todo: Omit<NewTodo, 'queue'>,
): Promise<Receipt[]> {
  const work = () =>
    inTransaction(db, async (tx) => {
      const receipts: Receipt[] = [];
      for (const { endpointId, queue } of targets) {
        const made = await createTodo(tx, { endpointId }, { ...todo, queue }).catch(unlessEnded);
        if (made) receipts.push({ id: made.todo.id, endpointId, queue: made.todo.queue, created: made.created });
      }
      return receipts;
    });
  try {
    return await runVerb(db, todo.operation, undefined, work);
  } catch (error) {
    throw isUnstorable(error)
      ? new Refusal('invalid', 'the JSON holds a number too large or too long to store')
      : error;
  }
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
