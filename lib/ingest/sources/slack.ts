import { textAt } from '../read-json';
import { isHmacSha256, verdictAt } from './signature';
import { slackTitle } from './slack-title';
import type { Source } from './source';

const VERSION = 'v0';

/**
 * Slack's Events API.
 * Source: https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export const slack: Source = {
  keptHeaders: ['content-type', 'user-agent', 'x-slack-retry-num', 'x-slack-retry-reason'],
  verify: ({ headers, body, receivedAt }, secret) => {
    const timestamp = headers.get('x-slack-request-timestamp') ?? '';
    const [version, signature = ''] = (headers.get('x-slack-signature') ?? '').split('=', 2);
    const isSigned = isHmacSha256(secret, [`${VERSION}:${timestamp}:`, body], [signature]);
    if (version !== VERSION || !/^\d{1,12}$/.test(timestamp) || !isSigned) return 'bad';
    return verdictAt(Number(timestamp), receivedAt);
  },
  answer: (payload) => {
    const challenge = textAt(payload, 'type') === 'url_verification' ? textAt(payload, 'challenge') : undefined;
    return challenge === undefined ? undefined : { challenge };
  },
  deliveryId: (_headers, payload) => textAt(payload, 'event_id'),
  kind: (_headers, payload) => {
    const event = textAt(payload, 'event', 'type') ?? textAt(payload, 'type');
    const subtype = textAt(payload, 'event', 'subtype');
    return event === undefined || subtype === undefined ? event : `${event}.${subtype}`;
  },
  title: (_headers, payload) => slackTitle(payload),
};
