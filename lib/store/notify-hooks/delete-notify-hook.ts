import type { PoolDb } from '../../db/connection';
import { inTransaction } from '../../db/transaction';
import { QueueError } from '../../queue/errors';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';

const OPERATION = 'delete_hook';

/**
 * Takes a receiver off the human's endpoint; calls that were still to be made go with it.
 * @param endpointId whose hook it is said to be
 * @throws QueueError `not_found` when absent, another human's or another endpoint's
 */
export async function deleteNotifyHook(
  db: PoolDb,
  scope: OwnerScope,
  hookId: string,
  endpointId?: string,
): Promise<void> {
  const id = uuidOrNil(hookId);
  await runVerb(db, OPERATION, undefined, () =>
    inTransaction(db, async ({ sql }) => {
      const [endpoint] = await sql<{ id: string }[]>`
        select e.id
        from endpoints e
        where e.id = (select h.endpoint_id from notify_hooks h where h.id = ${id})
          and e.human_id = ${scope.humanId}
          and ${endpointId === undefined ? sql`true` : sql`e.id = ${uuidOrNil(endpointId)}`}
        for no key update`;
      if (!endpoint)
        throw new QueueError('not_found', `${OPERATION}: no such hook of this human`, { operation: OPERATION });
      await sql`delete from notify_hooks where id = ${id}`;
      await sql`
        update endpoints
        set hooked = exists (select from notify_hooks h where h.endpoint_id = ${endpoint.id})
        where id = ${endpoint.id}`;
    }),
  );
}
