import type { Db } from '../../db/connection';
import { notFound } from '../../queue/errors';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** When an endpoint was last called, on the database's clock. */
export interface LastCall {
  readonly seenAt: string | null;
  readonly client: string | null;
  readonly readAt: string;
}

/**
 * The last call of an endpoint of the human's.
 * @throws QueueError `not_found` when absent or foreign
 */
export async function lastCall(db: Db, scope: OwnerScope, endpointId: string): Promise<LastCall> {
  const [row] = await runVerb(
    db,
    'last_call',
    undefined,
    () => db.sql<LastCall[]>`
      select e.last_seen_at as "seenAt", e.last_client as client, now() as "readAt"
      from endpoints e
      where e.id = ${uuidOrNil(endpointId)}
        and e.human_id = ${scope.humanId}`,
  );
  if (!row) throw notFound('last_call');
  return row;
}
