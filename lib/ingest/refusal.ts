export type RefusalCode =
  | 'invalid'
  | 'unauthorized'
  | 'not_found'
  | 'method_not_allowed'
  | 'timeout'
  | 'too_large'
  | 'unsupported_media_type'
  | 'unavailable'
  | 'internal';

const STATUS: Record<RefusalCode, number> = {
  invalid: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  too_large: 413,
  unsupported_media_type: 415,
  unavailable: 503,
  internal: 500,
};

/** A delivery that is not taken: nothing of it was stored. The message is shown to the sender and holds no secret. */
export class Refusal extends Error {
  readonly status: number;

  /** @param reason the same without anything that was sent, for the delivery log */
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly reason = message,
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = STATUS[code];
  }
}

/** One answer for an unknown token and for a webhook without a live target, so that neither can be told from the other. */
export function noSuchWebhook(): Refusal {
  return new Refusal('not_found', 'no webhook takes deliveries at this address');
}
