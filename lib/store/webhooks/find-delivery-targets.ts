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
  readonly sealedSecret: Buffer | null;
  /** In a fixed order, in which concurrent deliveries take their locks. */
  readonly targets: readonly DeliveryTarget[];
}

/**
 * Finds the webhook of an ingest token with the live endpoints its deliveries become todos of: its own and its routes, without
 * those that are revoked, expired or of a disabled human.
 * @returns undefined when the token is unknown or no target is live, which nobody outside can tell apart
 * @throws QueueError `unavailable`
 */
export async function findDeliveryTargets(db: Db, token: string): Promise<DeliveryTargets | undefined> {
  const rows = await runVerb(
    db,
    'deliver',
    undefined,
    () => db.sql<
      { id: string; type: WebhookType; secret_encrypted: Buffer | null; endpoint_id: string; queue: string }[]
    >`
      with webhook as (
        select w.id, w.type, w.secret_encrypted, w.endpoint_id, w.queue
        from webhooks w
        where w.token_hash = ${hashCredential(token)}
      ),
      target as (
        select w.endpoint_id, w.queue
        from webhook w
        union all
        select r.endpoint_id, r.queue
        from webhook w
        join webhook_routes r on r.webhook_id = w.id
      )
      select w.id, w.type, w.secret_encrypted, t.endpoint_id, t.queue
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
  return { webhookId: first.id, type: first.type, sealedSecret: first.secret_encrypted, targets };
}
