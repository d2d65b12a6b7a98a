import { discardUnread } from '../http/discard-rest';
import { BodyError, type BodyFault } from '../http/read-body';
import { errorFields } from '../log';
import { QueueError } from '../queue/errors';
import { type DeliveryTargets, findDeliveryTargets } from '../store/webhooks/find-delivery-targets';
import { logDelivery } from '../store/webhooks/log-delivery';
import { BODY_BOUNDS, type Delivered, type DeliveryRequest, deliver, type Intake } from './deliver';
import { noSuchWebhook, Refusal } from './refusal';
import { SOURCES } from './sources/by-type';
import { countCreated } from './store-delivery';

/** An answer in plain values; `body` is what becomes JSON. */
export interface IntakeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const RETRY_AFTER_SECONDS = '5';

/**
 * The whole HTTP story of a webhook: what it is given as plain values and what it answers. Never throws, and neither logs nor
 * answers the URL, which holds the token.
 */
export async function handleDelivery(
  intake: Intake,
  request: DeliveryRequest & { readonly method: string },
): Promise<IntakeAnswer> {
  let found: DeliveryTargets | undefined;
  try {
    if (request.method !== 'POST') throw new Refusal('method_not_allowed', 'deliveries are sent by POST');
    found = await findDeliveryTargets(intake.db, request.token);
    if (!found) throw noSuchWebhook();
    return taken(await deliver(intake, found, request));
  } catch (error) {
    void discardUnread(request.body);
    const refusal = toRefusal(intake, error);
    if (found) await noteRefusal(intake, found, request.headers, refusal);
    return refused(refusal);
  }
}

function taken(delivered: Delivered): IntakeAnswer {
  if (delivered.kind === 'answer') return { status: 200, headers: {}, body: delivered.body };
  const todos = delivered.receipts.map(({ id, endpointId, queue, created }) => ({
    id,
    endpoint_id: endpointId,
    queue,
    created,
  }));
  return { status: 202, headers: {}, body: { todos, created: countCreated(delivered.receipts) } };
}

/** The log's line is for the webhook's owner to find out why nothing arrives; that it is not written changes no answer. */
async function noteRefusal(
  intake: Intake,
  { webhookId, type }: DeliveryTargets,
  headers: Headers,
  { status, reason }: Refusal,
): Promise<void> {
  const source = SOURCES[type];
  const claimed = { deliveryId: source.deliveryId(headers, undefined), event: source.kind(headers, undefined) };
  try {
    await logDelivery(intake.db, webhookId, { verdict: 'refused', status, reason, ...claimed });
  } catch (error) {
    intake.log.warn({ event: 'delivery_unlogged', webhook_id: webhookId, ...errorFields(error) });
  }
}

function toRefusal(intake: Intake, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof BodyError) return BODY_REFUSALS[error.fault]();
  if (error instanceof QueueError && error.code === 'invalid') return new Refusal('invalid', error.reason);
  if (error instanceof QueueError && (error.code === 'unavailable' || error.code === 'conflict')) {
    return new Refusal('unavailable', 'the delivery could not be stored: send it again shortly');
  }
  intake.log.error({ event: 'delivery_failed', ...errorFields(error) });
  return new Refusal('internal', 'something went wrong on our side; nothing was stored');
}

const BODY_REFUSALS: Record<BodyFault, () => Refusal> = {
  too_large: () => new Refusal('too_large', `the body is larger than ${BODY_BOUNDS.maxBytes} bytes`),
  timeout: () => new Refusal('timeout', `the body did not arrive within ${BODY_BOUNDS.timeoutMs / 1000} seconds`),
  broken_off: () => new Refusal('invalid', 'the body ended before it was complete'),
};

function refused({ status, code, message }: Refusal): IntakeAnswer {
  return { status, headers: headersFor(status), body: { error: { code, message } } };
}

function headersFor(status: number): Record<string, string> {
  if (status === 405) return { allow: 'POST' };
  return status === 503 ? { 'retry-after': RETRY_AFTER_SECONDS } : {};
}
