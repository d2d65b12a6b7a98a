import type { WebhookType } from '../store/webhooks/webhook-type';

/** The kinds of source, each with what people call it and how it is told. */
export const SOURCES: readonly { readonly type: WebhookType; readonly name: string; readonly setUp: string }[] = [
  {
    type: 'generic',
    name: 'Generic',
    setUp: 'Anything that can POST JSON to the URL. Whoever knows it may deliver.',
  },
  {
    type: 'github',
    name: 'GitHub',
    setUp: 'Repository → Settings → Webhooks: paste URL and secret, content type application/json.',
  },
  { type: 'gitea', name: 'Gitea or Forgejo', setUp: 'Repository → Settings → Webhooks → Gitea: paste URL and secret.' },
  {
    type: 'stripe',
    name: 'Stripe',
    setUp: 'Developers → Webhooks: add the URL. Stripe dictates the secret: rotate the secret here and paste Stripe’s.',
  },
  {
    type: 'slack',
    name: 'Slack',
    setUp: 'App → Event Subscriptions: paste the URL. The secret is the app’s own signing secret.',
  },
  { type: 'standard', name: 'Standard Webhooks', setUp: 'Give the sender URL and secret as they are.' },
];

/** What people call a kind of source. */
export function sourceName(type: string): string {
  return SOURCES.find((source) => source.type === type)?.name ?? type;
}

/** Whether a source signs the time with its deliveries, so that one is good for five minutes only. */
export function isSignedWithTime(type: string): boolean {
  return type === 'stripe' || type === 'slack' || type === 'standard';
}
