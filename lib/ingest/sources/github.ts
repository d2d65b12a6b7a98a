import { isUtf8 } from 'node:buffer';
import { verify } from '@octokit/webhooks-methods';
import { textAt } from '../read-json';
import { githubTitle } from './github-title';
import type { Source } from './source';

/**
 * GitHub's repository, organisation and app webhooks.
 * Source: https://docs.github.com/en/webhooks/webhook-events-and-payloads#delivery-headers
 */
export const github: Source = {
  formField: 'payload',
  keptHeaders: [
    'content-type',
    'user-agent',
    'x-github-event',
    'x-github-hook-id',
    'x-github-hook-installation-target-id',
    'x-github-hook-installation-target-type',
  ],
  // The library compares texts: bytes that are no UTF-8 would be replaced before it hashes them, so they count as unsigned.
  verify: async ({ headers, body }, secret) => {
    const signature = headers.get('x-hub-signature-256');
    if (!signature || body.length === 0 || !isUtf8(body)) return 'bad';
    return (await verify(secret, body.toString('utf8'), signature)) ? 'good' : 'bad';
  },
  deliveryId: (headers) => headers.get('x-github-delivery') ?? undefined,
  kind: (headers, payload) => {
    const event = headers.get('x-github-event') ?? undefined;
    const action = textAt(payload, 'action');
    return event === undefined || action === undefined ? event : `${event}.${action}`;
  },
  title: (headers, payload) => githubTitle(headers.get('x-github-event') ?? 'delivery', payload),
};
