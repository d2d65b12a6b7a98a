import { textAt } from '../read-json';
import { isHmacSha256, verdictAt } from './signature';
import type { Source } from './source';
import { stripeTitle } from './stripe-title';

/**
 * Stripe's events. The scheme is verified here: of Stripe's own library, 23 MB, this is the only part that would be used.
 * Source: https://docs.stripe.com/webhooks#verify-manually
 */
export const stripe: Source = {
  keptHeaders: ['content-type', 'user-agent'],
  verify: ({ headers, body, receivedAt }, secret) => {
    const { timestamp, signatures } = parseSignature(headers.get('stripe-signature') ?? '');
    if (timestamp === undefined || !isHmacSha256(secret, [timestamp, '.', body], signatures)) return 'bad';
    return verdictAt(Number(timestamp), receivedAt);
  },
  deliveryId: (_headers, payload) => textAt(payload, 'id'),
  kind: (_headers, payload) => textAt(payload, 'type'),
  title: (_headers, payload) => stripeTitle(payload),
};

/** `t=…,v1=…`; there are several v1 while a secret is being rotated. */
function parseSignature(header: string): { timestamp: string | undefined; signatures: string[] } {
  const pairs = header.split(',').map((pair) => pair.trim().split('=', 2));
  const valuesOf = (wanted: string) => pairs.flatMap(([name, value = '']) => (name === wanted ? [value] : []));
  return { timestamp: valuesOf('t').find((time) => /^\d{1,12}$/.test(time)), signatures: valuesOf('v1') };
}
