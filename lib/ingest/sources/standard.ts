import { isUtf8 } from 'node:buffer';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { textAt } from '../read-json';
import type { SignatureVerdict, Source } from './source';

const DETAIL_FIELDS = ['title', 'subject', 'name'];

/**
 * Any sender that follows Standard Webhooks.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const standard: Source = {
  keptHeaders: ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp'],
  // The library decodes the bytes before it signs them: what is no UTF-8 would not be what was signed.
  verify: ({ headers, body }, secret) => (isUtf8(body) ? verdictOf(secret, body, headers) : 'bad'),
  deliveryId: (headers) => headers.get('webhook-id') ?? undefined,
  kind: (_headers, payload) => textAt(payload, 'type'),
  title: (_headers, payload) => {
    const event = textAt(payload, 'type') ?? 'Webhook delivery';
    const detail = DETAIL_FIELDS.map((field) => textAt(payload, 'data', field)).find((text) => text !== undefined);
    return detail === undefined ? event : `${event}: ${detail}`;
  },
};

function verdictOf(secret: string, body: Buffer, headers: Headers): SignatureVerdict {
  try {
    new Webhook(secret).verify(body, Object.fromEntries(headers), { jsonParse: false });
    return 'good';
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return /timestamp too/.test(error.message) ? 'stale' : 'bad';
  }
}
