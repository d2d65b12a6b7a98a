import type { Db } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { listEndpoints } from '../store/endpoints/list-endpoints';
import { type DeliveryView, listDeliveries } from '../store/webhooks/list-deliveries';
import { listLatestDeliveries } from '../store/webhooks/list-latest-deliveries';
import { listWebhooks, type WebhookView } from '../store/webhooks/list-webhooks';
import type { DeliveryVerdict } from '../store/webhooks/log-delivery';
import { hasSigningSecret } from '../store/webhooks/webhook-type';
import { found } from './found';
import { sourceName } from './sources';
import { type When, when } from './when';

const SHOWN_EACH = 5;

/** An endpoint that a webhook leads to, or could. */
export interface Target {
  readonly id: string;
  readonly name: string;
  readonly queues: readonly string[];
  /** False when it takes no deliveries any more. */
  readonly isLive: boolean;
}

/** A line of the delivery log. */
export interface DeliveryRow {
  readonly id: string;
  readonly at: When;
  readonly verdict: DeliveryVerdict;
  readonly status: number;
  /** What came of it, in words. */
  readonly outcome: string;
  readonly event: string | undefined;
  readonly todoIds: readonly string[];
}

export interface WebhookCard {
  readonly id: string;
  /** `GitHub to ci`. */
  readonly title: string;
  /** The URL with all of its token but the first characters left out. */
  readonly urlHint: string;
  readonly isSigned: boolean;
  /** Its own endpoint first. */
  readonly targets: readonly (Pick<Target, 'id' | 'name' | 'isLive'> & { readonly queue: string })[];
  readonly created: When;
  readonly previousTokenUntil: When | undefined;
  readonly previousSecretUntil: When | undefined;
  readonly deliveries: readonly DeliveryRow[];
  /** True when the log holds more than is shown. */
  readonly hasMore: boolean;
}

export interface WebhooksPage {
  readonly webhooks: readonly WebhookCard[];
  /** The live endpoints, to choose from. */
  readonly targets: readonly Target[];
}

/**
 * The human's webhooks, newest first, each with its latest deliveries.
 * @param wholeLogOf the webhook whose log is shown whole; one that is not the human's is ignored
 */
export async function readWebhooks(
  db: Db,
  scope: OwnerScope,
  baseUrl: string,
  wholeLogOf: string | undefined,
): Promise<WebhooksPage> {
  const now = new Date().toISOString();
  const [webhooks, endpoints, latest, whole] = await Promise.all([
    listWebhooks(db, scope),
    listEndpoints(db, scope),
    listLatestDeliveries(db, scope, SHOWN_EACH + 1),
    wholeLogOf === undefined ? undefined : found(listDeliveries(db, scope, wholeLogOf)),
  ]);
  const targets = endpoints.map(({ id, name, queues, revokedAt, expired }) => ({
    id,
    name,
    queues,
    isLive: revokedAt === null && !expired,
  }));
  const cards = webhooks.map((webhook) => {
    const isWhole = whole !== undefined && webhook.id === wholeLogOf;
    const log = isWhole ? whole : (latest.get(webhook.id) ?? []);
    const shown = isWhole ? log : log.slice(0, SHOWN_EACH);
    const deliveries = shown.map((delivery) => toDeliveryRow(delivery, now));
    return { ...toCard(webhook, targets, baseUrl, now), deliveries, hasMore: shown.length < log.length };
  });
  return { webhooks: cards.reverse(), targets: targets.filter(({ isLive }) => isLive) };
}

function toCard(
  webhook: WebhookView,
  endpoints: readonly Target[],
  baseUrl: string,
  now: string,
): Omit<WebhookCard, 'deliveries' | 'hasMore'> {
  const { id, type, queue, endpointId, routes, tokenPrefix, createdAt } = webhook;
  const until = (time: string | null) => (time === null ? undefined : when(time, now));
  const targets = [{ endpointId, queue }, ...routes].map((target) => {
    const endpoint = endpoints.find((one) => one.id === target.endpointId);
    return {
      id: target.endpointId,
      name: endpoint?.name ?? target.endpointId,
      isLive: endpoint?.isLive === true,
      queue: target.queue,
    };
  });
  return {
    id,
    title: `${sourceName(type)} to ${queue}`,
    urlHint: `${baseUrl}/api/webhooks/${tokenPrefix}…`,
    isSigned: hasSigningSecret(type),
    targets,
    created: when(createdAt, now),
    previousTokenUntil: until(webhook.previousTokenUntil),
    previousSecretUntil: until(webhook.previousSecretUntil),
  };
}

function toDeliveryRow(delivery: DeliveryView, now: string): DeliveryRow {
  const { id, receivedAt, verdict, status, event, todoIds } = delivery;
  return {
    id,
    at: when(receivedAt, now),
    verdict,
    status,
    outcome: outcomeOf(delivery),
    event: event ?? undefined,
    todoIds,
  };
}

function outcomeOf({ verdict, created, reason, todoIds }: DeliveryView): string {
  switch (verdict) {
    case 'accepted':
      return created === 1 ? '1 new todo' : `${created} new todos`;
    case 'duplicate':
      return todoIds.length === 1 ? 'its todo was there already' : 'its todos were there already';
    case 'answered':
      return 'a question of the source, which was answered';
    case 'refused':
      return reason ?? 'refused';
  }
}
