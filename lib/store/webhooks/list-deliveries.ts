import type { Db } from '../../db/connection';
import { QueueError } from '../../queue/errors';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';
import { DELIVERIES_KEPT, type DeliveryVerdict } from './log-delivery';

/** A line of a webhook's delivery log. What came from the sender (`reason` partly, `deliveryId`, `event`) is data. */
export interface DeliveryView {
  readonly id: string;
  readonly receivedAt: string;
  readonly verdict: DeliveryVerdict;
  /** The HTTP status that was answered. */
  readonly status: number;
  /** Why it was refused; null when it was not. */
  readonly reason: string | null;
  readonly deliveryId: string | null;
  readonly event: string | null;
  /** The todos that it became, or had become before; they may be gone by now. */
  readonly todoIds: readonly string[];
  /** How many of them were new. */
  readonly created: number;
}

export interface DeliveryRow {
  id: string | null;
  received_at: string;
  verdict: DeliveryVerdict;
  status: number;
  reason: string | null;
  delivery_id: string | null;
  event: string | null;
  todo_ids: string[];
  created: number;
}

/**
 * The latest 50 deliveries of one webhook of the human's, newest first.
 * @throws QueueError `not_found` when the webhook is absent or another human's
 */
export async function listDeliveries(db: Db, scope: OwnerScope, webhookId: string): Promise<DeliveryView[]> {
  const operation = 'list_deliveries';
  const rows = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql<DeliveryRow[]>`
      select d.id, d.received_at, d.verdict, d.status, d.reason, d.delivery_id, d.event, d.todo_ids, d.created
      from webhooks w
      join endpoints e on e.id = w.endpoint_id
      left join lateral (
        select d.*
        from webhook_deliveries d
        where d.webhook_id = w.id
        order by d.received_at desc, d.id desc
        limit ${DELIVERIES_KEPT}::int
      ) d on true
      where w.id = ${uuidOrNil(webhookId)}
        and e.human_id = ${scope.humanId}
      order by d.received_at desc, d.id desc`,
  );
  if (rows.length === 0)
    throw new QueueError('not_found', `${operation}: no such webhook of this human`, { operation });
  return rows.flatMap((row) => (row.id === null ? [] : [toDeliveryView(row, row.id)]));
}

export function toDeliveryView(row: DeliveryRow, id: string): DeliveryView {
  return {
    id,
    receivedAt: row.received_at,
    verdict: row.verdict,
    status: row.status,
    reason: row.reason,
    deliveryId: row.delivery_id,
    event: row.event,
    todoIds: row.todo_ids,
    created: row.created,
  };
}
