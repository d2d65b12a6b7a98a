import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookType } from '@/lib/store/webhooks/webhook-type';

/** What a source puts into a delivery's headers. */
export interface Signed {
  readonly secret: string;
  readonly body: string;
  /** The source's name of the event, where it stands in a header. */
  readonly event?: string;
  /** The source's own id, where it stands in a header. */
  readonly delivery?: string;
  /** When it is signed, in seconds since 1970; now by default. */
  readonly at?: number;
}

type Headers = Record<string, string>;
export type SigningType = Exclude<WebhookType, 'generic'>;

const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text);
const now = () => Math.floor(Date.now() / 1_000);
const anId = () => randomBytes(16).toString('hex');

/** Headers as each source sends them, signed by Node's own HMAC and by nothing that verifies them. */
export const SIGNERS: Record<SigningType, (signed: Signed) => Headers> = {
  github: ({ secret, body, event = 'pull_request', delivery = anId() }) => ({
    'user-agent': 'GitHub-Hookshot/044aadd',
    'x-github-delivery': delivery,
    'x-github-event': event,
    'x-github-hook-id': '292430182',
    'x-hub-signature': 'sha1=7d38cdd689735b008b3c702edd92eea23791c5f6',
    'x-hub-signature-256': `sha256=${hmac(secret, body).digest('hex')}`,
  }),
  gitea: ({ secret, body, event = 'pull_request', delivery = anId() }) => {
    const signature = hmac(secret, body).digest('hex');
    return {
      'x-gitea-delivery': delivery,
      'x-gitea-event': event,
      'x-gitea-event-type': event,
      'x-gitea-signature': signature,
      'x-gogs-delivery': delivery,
      'x-gogs-event': event,
      'x-gogs-signature': signature,
      'x-hub-signature-256': `sha256=${signature}`,
      'x-github-delivery': delivery,
      'x-github-event': event,
    };
  },
  stripe: ({ secret, body, at = now() }) => ({
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': `t=${at},v1=${hmac(secret, `${at}.${body}`).digest('hex')},v0=${'0'.repeat(64)}`,
  }),
  slack: ({ secret, body, at = now() }) => ({
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': `v0=${hmac(secret, `v0:${at}:${body}`).digest('hex')}`,
  }),
  standard: ({ secret, body, delivery = `msg_${anId()}`, at = now() }) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = hmac(key, `${delivery}.${at}.${body}`).digest('base64');
    return { 'webhook-id': delivery, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
  },
};
