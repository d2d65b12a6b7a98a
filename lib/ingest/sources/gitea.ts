import { textAt } from '../read-json';
import { giteaTitle } from './gitea-title';
import { isHmacSha256 } from './signature';
import type { Source } from './source';

/**
 * Gitea's and Forgejo's repository, organisation and system webhooks, sent as application/json.
 * Source: https://docs.gitea.com/usage/webhooks
 */
export const gitea: Source = {
  keptHeaders: [
    'content-type',
    'user-agent',
    'x-gitea-event',
    'x-gitea-event-type',
    'x-gitea-hook-installation-target-type',
  ],
  verify: ({ headers, body }, secret) => {
    const signature = headers.get('x-gitea-signature') ?? '';
    return isHmacSha256(secret, [body], [signature]) ? 'good' : 'bad';
  },
  deliveryId: (headers) => headers.get('x-gitea-delivery') ?? undefined,
  kind: (headers, payload) => {
    const event = headers.get('x-gitea-event') ?? undefined;
    const action = textAt(payload, 'action');
    return event === undefined || action === undefined ? event : `${event}.${action}`;
  },
  title: (headers, payload) => giteaTitle(headers.get('x-gitea-event') ?? 'delivery', payload),
};
