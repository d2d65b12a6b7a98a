import type { PoolDb } from '../db/connection';
import { QueueError } from '../queue/errors';
import type { OwnerScope } from '../queue/scope';
import { actRecorded } from '../store/board/record-act';
import { createWebhook } from '../store/webhooks/create-webhook';
import { rotateWebhook } from '../store/webhooks/rotate-webhook';
import type { WebhookType } from '../store/webhooks/webhook-type';
import { sentence } from './endpoint-cards';
import { sampleDelivery } from './sample-delivery';
import { isSignedWithTime, SOURCES } from './sources';
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
  readonly url: string;
  readonly secret: string | undefined;
  /** A line that makes a first todo. */
  readonly curl: string;
  /** Whether the source signs the time as well, so that the line holds for five minutes only. */
  readonly isTimed: boolean;
  /** How the source is told of it. */
  readonly setUp: string;
  /** True when an agent will not see the todos, because its endpoint is not granted the queue. */
  readonly isBlind: boolean;
}

/** Creates a webhook from a form. A refusal names the field and keeps what was typed. */
export async function createFromForm(
  db: PoolDb,
  scope: OwnerScope,
  form: FormData,
  { baseUrl, encryptionKey }: WebhookSettings,
): Promise<WebhookAnswer> {
  const given = readForm(form);
  const { type, endpoint: endpointId, queue, routes } = given;
  const secret = textOf(form, 'secret').trim() || undefined;
  try {
    const input = { endpointId, queue, type, routes, secret, encryptionKey };
    const made = await actRecorded(
      db,
      scope,
      'create_webhook',
      (tx) => createWebhook(tx, scope, input),
      () => ({ endpointId }),
    );
    const url = `${baseUrl}/api/webhooks/${made.token}`;
    const curl = sampleDelivery(type as WebhookType, url, made.secret ?? '', Date.now());
    const setUp = SOURCES.find((source) => source.type === type)?.setUp ?? '';
    const isBlind = made.notGranted.length > 0;
    const { webhookId: id, secret: signingSecret } = made;
    const isTimed = isSignedWithTime(type);
    return { kind: 'created', webhook: { id, url, secret: signingSecret, curl, isTimed, setUp, isBlind } };
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
  db: PoolDb,
  scope: OwnerScope,
  form: FormData,
  { baseUrl, encryptionKey }: WebhookSettings,
): Promise<RotateWebhookAnswer> {
  const part = textOf(form, 'part') === 'secret' ? 'secret' : 'token';
  const secret = part === 'secret' ? textOf(form, 'secret').trim() || undefined : undefined;
  try {
    const input = { webhookId: textOf(form, 'id'), part, secret, encryptionKey } as const;
    const rotated = await actRecorded(
      db,
      scope,
      'rotate_webhook',
      (tx) => rotateWebhook(tx, scope, input),
      ({ endpointId }) => ({ endpointId }),
    );
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
