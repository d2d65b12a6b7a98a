import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../db/connection';
import { replaceUnstorable } from '../../queue/report';
import { runVerb } from '../run-verb';

/** How many deliveries of one webhook are kept in its log. */
export const DELIVERIES_KEPT = 50;

const TEXT_CHARACTERS = 300;

/** `duplicate` is a redelivery that made nothing new, `answered` a question of the source's that is no work. */
export type DeliveryVerdict = 'accepted' | 'duplicate' | 'answered' | 'refused';

/** What the log keeps of a delivery: never its payload, a header or a token. */
export interface DeliveryNote {
  readonly verdict: DeliveryVerdict;
  /** The HTTP status that was answered. */
  readonly status: number;
  /** Why it was refused, as the sender was told. */
  readonly reason?: string | undefined;
  /** The source's own id, and what it calls the event; both as the sender claims them. */
  readonly deliveryId?: string | undefined;
  readonly event?: string | undefined;
  /** The todos that it became, or had become before. */
  readonly todoIds?: readonly string[] | undefined;
  readonly created?: number | undefined;
}

/**
 * Writes a line into a webhook's delivery log and drops those beyond the latest 50. It waits for nobody: a line that another
 * delivery is about to drop is left to it.
 */
export async function logDelivery(db: Db, webhookId: string, note: DeliveryNote): Promise<void> {
  await runVerb(
    db,
    'deliver',
    undefined,
    () => db.sql`
      with beyond_bound as (
        select d.id
        from webhook_deliveries d
        where d.id in (
          select o.id
          from webhook_deliveries o
          where o.webhook_id = ${webhookId}
          order by o.received_at desc, o.id desc
          offset ${DELIVERIES_KEPT - 1}
        )
        for update skip locked
      ),
      dropped as (
        delete from webhook_deliveries d using beyond_bound b where d.id = b.id
      )
      insert into webhook_deliveries (id, webhook_id, verdict, status, reason, delivery_id, event, todo_ids, created)
      values (${uuidv7()}, ${webhookId}, ${note.verdict}, ${note.status}::int, ${cut(note.reason)}, ${cut(note.deliveryId)},
        ${cut(note.event)}, ${(note.todoIds ?? []) as string[]}::text[], ${note.created ?? 0}::int)`,
  );
}

function cut(text: string | undefined): string | null {
  return text === undefined ? null : replaceUnstorable(text.slice(0, TEXT_CHARACTERS));
}
