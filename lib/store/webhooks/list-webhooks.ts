import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import { runVerb } from '../run-verb';
import type { DeliveryTarget } from './find-delivery-targets';
import type { WebhookType } from './webhook-type';

/** A webhook as its owner sees it afterwards: neither token nor secret. */
export interface WebhookView {
  readonly id: string;
  readonly type: WebhookType;
  readonly endpointId: string;
  readonly queue: string;
  /** The first characters of the ingest token, to tell one URL from another. */
  readonly tokenPrefix: string;
  /** Further endpoints that its deliveries become todos of. */
  readonly routes: readonly DeliveryTarget[];
  readonly createdAt: string;
  /** Until when a token or a secret that was rotated out goes on; null when none does. */
  readonly previousTokenUntil: string | null;
  readonly previousSecretUntil: string | null;
}

interface WebhookRow {
  id: string;
  type: WebhookType;
  endpoint_id: string;
  queue: string;
  token_prefix: string;
  routes: DeliveryTarget[];
  created_at: string;
  previous_token_until: string | null;
  previous_secret_until: string | null;
}

/** Lists the webhooks of a human's endpoints, oldest first. */
export async function listWebhooks(db: Db, scope: OwnerScope): Promise<WebhookView[]> {
  const rows = await runVerb(
    db,
    'list_webhooks',
    undefined,
    () => db.sql<WebhookRow[]>`
      select w.id, w.type, w.endpoint_id, w.queue, w.token_prefix, w.created_at,
        case when w.previous_token_until > now() then w.previous_token_until end as previous_token_until,
        case when w.previous_secret_until > now() then w.previous_secret_until end as previous_secret_until,
        (
          select coalesce(json_agg(json_build_object('endpointId', r.endpoint_id, 'queue', r.queue) order by r.endpoint_id), '[]')
          from webhook_routes r
          where r.webhook_id = w.id
        ) as routes
      from webhooks w
      join endpoints e on e.id = w.endpoint_id
      where e.human_id = ${scope.humanId}
      order by w.created_at, w.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    endpointId: row.endpoint_id,
    queue: row.queue,
    tokenPrefix: row.token_prefix,
    routes: row.routes,
    createdAt: row.created_at,
    previousTokenUntil: row.previous_token_until,
    previousSecretUntil: row.previous_secret_until,
  }));
}
