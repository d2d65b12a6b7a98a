import type { PoolDb } from '../db/connection';
import { type BodyBounds, readBody } from '../http/read-body';
import type { Log } from '../log';
import type { JsonValue } from '../queue/json';
import type { DeliveryTargets } from '../store/webhooks/find-delivery-targets';
import { logDelivery } from '../store/webhooks/log-delivery';
import { assertSigned } from './assert-signed';
import { newTodoOf } from './new-todo-of';
import { parsePayload } from './parse-payload';
import { SOURCES } from './sources/by-type';
import type { RawDelivery } from './sources/source';
import { type Receipt, storeDelivery } from './store-delivery';

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

/** What became of a delivery: todos, or the answer to a question of the source's that is no work. */
export type Delivered =
  | { readonly kind: 'todos'; readonly receipts: readonly Receipt[] }
  | { readonly kind: 'answer'; readonly body: JsonValue };

/** The most that a delivery may hold, and how long it may take to arrive. */
export const BODY_BOUNDS: BodyBounds = { maxBytes: 5 * 1024 * 1024, timeoutMs: 15_000 };

/**
 * Turns one delivery into one todo per live target, all in one transaction with its line in the delivery log (SPEC-0003 R6 and
 * R10, CONTRACT section 7).
 * @param found the webhook that the URL names
 * @returns a receipt per target, in the order of their endpoint ids
 * @throws Refusal when the delivery is not taken; QueueError `unavailable` when the database is away
 */
export async function deliver(intake: Intake, found: DeliveryTargets, request: DeliveryRequest): Promise<Delivered> {
  const source = SOURCES[found.type];
  const body = await readBody(request.body, request.headers.get('content-length'), BODY_BOUNDS);
  const raw: RawDelivery = { headers: request.headers, body, receivedAt: Date.now() };
  await assertSigned(intake, found, source, raw);
  const payload = parsePayload(source, raw);
  const answer = source.answer?.(payload.value);
  if (answer !== undefined) {
    const event = source.kind(raw.headers, payload.value);
    await logDelivery(intake.db, found.webhookId, { verdict: 'answered', status: 200, event });
    return { kind: 'answer', body: answer };
  }
  const todo = newTodoOf(found, source, raw.headers, payload);
  return { kind: 'todos', receipts: await storeDelivery(intake.db, found, todo) };
}
