/** The sources a webhook can take deliveries from. */
export const WEBHOOK_TYPES = ['generic', 'github', 'gitea', 'stripe', 'slack', 'standard'] as const;

export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** Whether the source signs its deliveries with a secret shared with it; `generic` trusts its unguessable URL. */
export function hasSigningSecret(type: WebhookType): boolean {
  return type !== 'generic';
}

export function isWebhookType(text: string): text is WebhookType {
  return (WEBHOOK_TYPES as readonly string[]).includes(text);
}
