import type { Db } from '../../db/connection';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** A notify hook as its human sees it: everything but the secret. */
export interface NotifyHookView {
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  /** Null for all of the endpoint's queues. */
  readonly queues: readonly string[] | null;
  /** Calls in a row that failed at every try. */
  readonly failures: number;
  readonly lastError: string | null;
  readonly lastErrorAt: string | null;
  readonly lastSentAt: string | null;
  /** Since when it is not called any more, and why. */
  readonly disabledAt: string | null;
  readonly disabledReason: string | null;
  readonly createdAt: string;
  /** Calls that are still to be made. */
  readonly waiting: number;
}

const WAITING_SHOWN_MAX = 1_000;

/** The hooks of a human's endpoints, or of one of them, oldest first. */
export async function listNotifyHooks(db: Db, scope: OwnerScope, endpointId?: string): Promise<NotifyHookView[]> {
  return await runVerb(
    db,
    'list_hooks',
    undefined,
    () => db.sql<NotifyHookView[]>`
      select h.id, h.endpoint_id as "endpointId", h.url, h.queues, h.failures, h.last_error as "lastError",
        h.last_error_at as "lastErrorAt", h.last_sent_at as "lastSentAt", h.disabled_at as "disabledAt",
        h.disabled_reason as "disabledReason", h.created_at as "createdAt",
        (
          select count(*)::int
          from (
            select
            from outbox o
            where o.hook_id = h.id
              and o.sent_at is null
              and o.given_up_at is null
            limit ${WAITING_SHOWN_MAX}::int
          ) capped
        ) as waiting
      from notify_hooks h
      join endpoints e on e.id = h.endpoint_id
      where e.human_id = ${scope.humanId}
        and ${endpointId === undefined ? db.sql`true` : db.sql`e.id = ${uuidOrNil(endpointId)}`}
      order by h.created_at, h.id`,
  );
}
