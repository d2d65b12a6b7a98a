import type { Db } from '../../db/connection';
import { hashCredential } from '../credential';
import { runVerb } from '../run-verb';
import type { WebhookType } from './webhook-type';

export interface DeliveryTarget {
  readonly endpointId: string;
  readonly queue: string;
}

/** A webhook as a delivery needs it. */
export interface DeliveryTargets {
  readonly webhookId: string;
  readonly type: WebhookType;
  /** The current signing secret, then the one rotated out of late; none where the source does not sign. */
  readonly sealedSecrets: readonly Buffer[];
  /** In a fixed order, in which concurrent deliveries take their locks. */
  readonly targets: readonly DeliveryTarget[];
}

interface TargetRow {
  id: string;
  type: WebhookType;
  secret_encrypted: Buffer | null;
  previous_secret: Buffer | null;
  endpoint_id: string;
  queue: string;
}

/**
 * Finds the webhook of an ingest token, current or rotated out of late, with the live endpoints its deliveries become todos of: its own and its routes, without
 * those that are revoked, expired or of a disabled human.
 * @returns undefined when the token is unknown or no target is live, which nobody outside can tell apart
 * @throws QueueError `unavailable`
 */
export async function findDeliveryTargets(db: Db, token: string): Promise<DeliveryTargets | undefined> {
  const hash = hashCredential(token);
  const rows = await runVerb(
    db,
    'deliver',
    undefined,
    () => db.sql<TargetRow[]>`
      with webhook as (
        select w.id, w.type, w.secret_encrypted, w.endpoint_id, w.queue,
          case when w.previous_secret_until > now() then w.previous_secret_encrypted end as previous_secret
        from webhooks w
        where w.token_hash = ${hash}
          or (w.previous_token_hash = ${hash} and w.previous_token_until > now())
      ),
      target as (
        select w.endpoint_id, w.queue
        from webhook w
        union all
        select r.endpoint_id, r.queue
        from webhook w
        join webhook_routes r on r.webhook_id = w.id
      )
      select w.id, w.type, w.secret_encrypted, w.previous_secret, t.endpoint_id, t.queue
      from webhook w
      cross join target t
      join endpoints e on e.id = t.endpoint_id
      join humans h on h.id = e.human_id
      where e.revoked_at is null
        and (e.expires_at is null or e.expires_at > now())
        and h.disabled_at is null
      order by t.endpoint_id`,
  );
  const [first] = rows;
  if (!first) return undefined;
  const targets = rows.map((row) => ({ endpointId: row.endpoint_id, queue: row.queue }));
  const sealedSecrets = [first.secret_encrypted, first.previous_secret].filter((sealed) => sealed !== null);
  return { webhookId: first.id, type: first.type, sealedSecrets, targets };
}
