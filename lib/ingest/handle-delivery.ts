import { discardUnread } from '../http/discard-rest';
import { BodyError, type BodyFault } from '../http/read-body';
import { errorFields } from '../log';
import { QueueError } from '../queue/errors';
import { BODY_BOUNDS, type DeliveryRequest, deliver, type Intake } from './deliver';
import { Refusal } from './refusal';

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
  try {
    if (request.method !== 'POST') throw new Refusal('method_not_allowed', 'deliveries are sent by POST');
    const receipts = await deliver(intake, request);
    const todos = receipts.map(({ id, endpointId, queue, created }) => ({
      id,
      endpoint_id: endpointId,
      queue,
      created,
    }));
    return { status: 202, headers: {}, body: { todos, created: receipts.filter((receipt) => receipt.created).length } };
  } catch (error) {
    void discardUnread(request.body);
    return refused(intake, error);
  }
}

function refused(intake: Intake, error: unknown): IntakeAnswer {
  if (error instanceof BodyError) return refused(intake, BODY_REFUSALS[error.fault]());
  if (error instanceof Refusal) return answer(error.status, error.code, error.message);
  if (error instanceof QueueError && error.code === 'invalid') return answer(400, 'invalid', error.message);
  if (error instanceof QueueError && (error.code === 'unavailable' || error.code === 'conflict')) {
    return answer(503, 'unavailable', 'the delivery could not be stored: send it again shortly');
  }
  intake.log.error({ event: 'delivery_failed', ...errorFields(error) });
  return answer(500, 'internal', 'something went wrong on our side; nothing was stored');
}

const BODY_REFUSALS: Record<BodyFault, () => Refusal> = {
  too_large: () => new Refusal('too_large', `the body is larger than ${BODY_BOUNDS.maxBytes} bytes`),
  timeout: () => new Refusal('timeout', `the body did not arrive within ${BODY_BOUNDS.timeoutMs / 1000} seconds`),
  broken_off: () => new Refusal('invalid', 'the body ended before it was complete'),
};

function answer(status: number, code: string, message: string): IntakeAnswer {
  return { status, headers: headersFor(status), body: { error: { code, message } } };
}

function headersFor(status: number): Record<string, string> {
  if (status === 405) return { allow: 'POST' };
  return status === 503 ? { 'retry-after': RETRY_AFTER_SECONDS } : {};
}
