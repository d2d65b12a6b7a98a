import { createHmac, randomUUID } from 'node:crypto';
import type { WebhookType } from '../store/webhooks/webhook-type';

/** A delivery as a source would send it: what `curl` is told. */
interface Sample {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A `curl` line that makes a first todo, signed as the source signs. The schemes with a timestamp hold for five minutes, the
 * others for as long as the secret does.
 * @param url with the token in it: the line is shown where the token is, once
 * @param now in milliseconds since 1970
 */
export function sampleDelivery(type: WebhookType, url: string, secret: string, now: number): string {
  const { body, headers } = SAMPLES[type](secret, Math.floor(now / 1_000));
  const lines = Object.entries({ 'Content-Type': 'application/json', ...headers }).map(
    ([name, value]) => `  -H '${name}: ${value}' \\`,
  );
  return [`curl -sS '${url}' \\`, ...lines, `  -d '${body}'`].join('\n');
}

const SAMPLES: Readonly<Record<WebhookType, (secret: string, seconds: number) => Sample>> = {
  generic: () => ({ body: JSON.stringify({ title: 'Hello from curl' }), headers: {} }),
  github: (secret) => {
    const body = issueOpened();
    return {
      body,
      headers: {
        'X-GitHub-Event': 'issues',
        'X-GitHub-Delivery': randomUUID(),
        'X-Hub-Signature-256': `sha256=${hmac(secret, body).toString('hex')}`,
      },
    };
  },
  gitea: (secret) => {
    const body = issueOpened();
    return {
      body,
      headers: {
        'X-Gitea-Event': 'issues',
        'X-Gitea-Delivery': randomUUID(),
        'X-Gitea-Signature': hmac(secret, body).toString('hex'),
      },
    };
  },
  stripe: (secret, seconds) => {
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      type: 'charge.failed',
      data: { object: { id: 'ch_sample' } },
    });
    const signature = hmac(secret, `${seconds}.${body}`).toString('hex');
    return { body, headers: { 'Stripe-Signature': `t=${seconds},v1=${signature}` } };
  },
  slack: (secret, seconds) => {
    const event = { type: 'app_mention', text: 'Hello from curl' };
    const body = JSON.stringify({ type: 'event_callback', event_id: `Ev${randomUUID()}`, event });
    const signature = hmac(secret, `v0:${seconds}:${body}`).toString('hex');
    return {
      body,
      headers: { 'X-Slack-Request-Timestamp': String(seconds), 'X-Slack-Signature': `v0=${signature}` },
    };
  },
  standard: (secret, seconds) => {
    const id = `msg_${randomUUID()}`;
    const body = JSON.stringify({ type: 'sample.sent', data: { title: 'Hello from curl' } });
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signature = hmac(key, `${id}.${seconds}.${body}`).toString('base64');
    return {
      body,
      headers: { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` },
    };
  },
};

function issueOpened(): string {
  const issue = { number: 1, title: 'Hello from curl' };
  return JSON.stringify({ action: 'opened', issue, repository: { full_name: 'you/sample' }, sender: { login: 'you' } });
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
