import type { Db } from '../db/connection';
import { QueueError } from '../queue/errors';
import type { OwnerScope } from '../queue/scope';
import { createWebhook } from '../store/webhooks/create-webhook';
import { rotateWebhook } from '../store/webhooks/rotate-webhook';
import type { WebhookType } from '../store/webhooks/webhook-type';
import { sentence } from './endpoint-cards';
import { sampleDelivery } from './sample-delivery';
import { type When, when } from './when';

/** What the acts on webhooks need of the configuration. */
export interface WebhookSettings {
  readonly baseUrl: string;
  readonly encryptionKey: Buffer | undefined;
}

/** What the form held, to be shown again after a refusal; a secret is typed anew. */
export interface WebhookForm {
  readonly type: string;
  readonly endpoint: string;
  readonly queue: string;
  readonly routes: readonly string[];
}

export type WebhookField = 'type' | 'endpoint' | 'queue' | 'route' | 'secret';

export type WebhookAnswer =
  | { readonly kind: 'invalid'; readonly form: WebhookForm; readonly field: WebhookField; readonly text: string }
  | { readonly kind: 'created'; readonly webhook: RevealedWebhook };

/** A webhook with what no later page can show. */
export interface RevealedWebhook {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly secret: string | undefined;
  /** A line that makes a first todo. */
  readonly curl: string;
  /** What each kind of source is called, with how it is told of the webhook. */
  readonly setUp: string;
  /** True when an agent will not see the todos, because its endpoint is not granted the queue. */
  readonly isBlind: boolean;
}

/** The kinds of source, each with what people call it and how it is told. */
export const SOURCES: readonly { readonly type: WebhookType; readonly name: string; readonly setUp: string }[] = [
  {
    type: 'generic',
    name: 'Anything that can POST JSON',
    setUp: 'POST JSON to the URL. Whoever knows it may deliver.',
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

/** Creates a webhook from a form. A refusal names the field and keeps what was typed. */
export async function createFromForm(
  db: Db,
  scope: OwnerScope,
  form: FormData,
  { baseUrl, encryptionKey }: WebhookSettings,
): Promise<WebhookAnswer> {
  const given = readForm(form);
  const { type, endpoint: endpointId, queue, routes } = given;
  const secret = textOf(form, 'secret').trim() || undefined;
  try {
    const made = await createWebhook(db, scope, { endpointId, queue, type, routes, secret, encryptionKey });
    const url = `${baseUrl}/api/webhooks/${made.token}`;
    const curl = sampleDelivery(type as WebhookType, url, made.secret ?? '', Date.now());
    const setUp = SOURCES.find((source) => source.type === type)?.setUp ?? '';
    const isBlind = made.notGranted.length > 0;
    return { kind: 'created', webhook: { id: made.webhookId, type, url, secret: made.secret, curl, setUp, isBlind } };
  } catch (error) {
    if (!(error instanceof QueueError)) throw error;
    if (error.code === 'not_found')
      return { kind: 'invalid', form: given, field: 'endpoint', text: 'Endpoint: choose one of yours that is live.' };
    if (error.code !== 'invalid') throw error;
    return { kind: 'invalid', form: given, field: fieldOf(error.argument), text: sentence(error) };
  }
}

export type RotateWebhookAnswer =
  | {
      readonly kind: 'rotated';
      /** What the value is: `URL` or `Signing secret`. */
      readonly what: string;
      readonly value: string;
      readonly previousUntil: When;
    }
  | { readonly kind: 'refused'; readonly text: string };

/** Replaces a webhook's URL or signing secret; the one before it goes on for a day. */
export async function rotateFromForm(
  db: Db,
  scope: OwnerScope,
  form: FormData,
  { baseUrl, encryptionKey }: WebhookSettings,
): Promise<RotateWebhookAnswer> {
  const part = textOf(form, 'part') === 'secret' ? 'secret' : 'token';
  const secret = part === 'secret' ? textOf(form, 'secret').trim() || undefined : undefined;
  try {
    const rotated = await rotateWebhook(db, scope, { webhookId: textOf(form, 'id'), part, secret, encryptionKey });
    const previousUntil = when(rotated.previousUntil, new Date().toISOString());
    return 'token' in rotated
      ? { kind: 'rotated', what: 'URL', value: `${baseUrl}/api/webhooks/${rotated.token}`, previousUntil }
      : { kind: 'rotated', what: 'Signing secret', value: rotated.secret, previousUntil };
  } catch (error) {
    if (!(error instanceof QueueError)) throw error;
    if (error.code === 'not_found') return { kind: 'refused', text: 'There is no such webhook.' };
    if (error.code !== 'invalid') throw error;
    return { kind: 'refused', text: `Nothing was changed. ${sentence(error)}` };
  }
}

function readForm(form: FormData): WebhookForm {
  const routes = form.getAll('route').filter((route): route is string => typeof route === 'string');
  const endpoint = textOf(form, 'endpoint');
  const type = textOf(form, 'type');
  return { type, endpoint, queue: textOf(form, 'queue').trim(), routes: routes.filter((route) => route !== endpoint) };
}

const FIELDS: readonly WebhookField[] = ['type', 'endpoint', 'queue', 'route', 'secret'];

function fieldOf(argument: string | undefined): WebhookField {
  return FIELDS.find((field) => field === argument) ?? 'type';
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
