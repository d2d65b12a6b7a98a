import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import { runVerb } from '../run-verb';
import { type DeliveryRow, type DeliveryView, toDeliveryView } from './list-deliveries';

/** The latest few deliveries of every webhook of a human's, newest first, by the webhook's id; one statement for all of them. */
export async function listLatestDeliveries(
  db: Db,
  scope: OwnerScope,
  each: number,
): Promise<ReadonlyMap<string, readonly DeliveryView[]>> {
  const rows = await runVerb(
    db,
    'list_deliveries',
    undefined,
    () => db.sql<(DeliveryRow & { id: string; webhook_id: string })[]>`
      select d.webhook_id, d.id, d.received_at, d.verdict, d.status, d.reason, d.delivery_id, d.event, d.todo_ids, d.created
      from webhooks w
      join endpoints e on e.id = w.endpoint_id
      cross join lateral (
        select d.*
        from webhook_deliveries d
        where d.webhook_id = w.id
        order by d.received_at desc, d.id desc
        limit ${each}::int
      ) d
      where e.human_id = ${scope.humanId}
      order by d.received_at desc, d.id desc`,
  );
  const byWebhook = new Map<string, DeliveryView[]>();
  for (const row of rows)
    byWebhook.set(row.webhook_id, [...(byWebhook.get(row.webhook_id) ?? []), toDeliveryView(row, row.id)]);
  return byWebhook;
}
