import type { PoolDb } from '../../db/connection';
import { inTransaction } from '../../db/transaction';
import { conflict, invalid, QueueError } from '../../queue/errors';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { isQueueName } from '../../queue/verbs';
import { runVerb } from '../run-verb';

const OPERATION = 'create_hook';

export interface NewNotifyHook {
  readonly id: string;
  readonly endpointId: string;
  /** Checked by whoever asks. */
  readonly url: string;
  /** Only todos of these queues; all of the endpoint's when undefined. */
  readonly queues: readonly string[] | undefined;
  readonly sealedSecret: Buffer;
}

/**
 * Registers a receiver for an endpoint's todos. The endpoint's row is locked, so that its hooks are counted one registration at a time.
 * @returns queues that the endpoint is not granted, which therefore are never told of
 * @throws QueueError `invalid` naming the argument; `not_found` when the endpoint is absent, foreign, revoked or expired; `conflict`
 *   when it has as many hooks as it may
 */
export async function createNotifyHook(
  db: PoolDb,
  scope: OwnerScope,
  hook: NewNotifyHook,
): Promise<{ notGranted: readonly string[] }> {
  const { queues } = hook;
  if (queues !== undefined && (queues.length === 0 || !queues.every(isQueueName)))
    throw invalid(OPERATION, 'queues', 'must be queue names of 1 to 100 printable characters');
  const granted = await runVerb(db, OPERATION, undefined, () =>
    inTransaction(db, async ({ sql }) => {
      const [endpoint] = await sql<{ queues: string[] }[]>`
        select e.queues
        from endpoints e
        where e.id = ${uuidOrNil(hook.endpointId)}
          and e.human_id = ${scope.humanId}
          and e.revoked_at is null
          and (e.expires_at is null or e.expires_at > now())
        for no key update`;
      if (!endpoint)
        throw new QueueError('not_found', `${OPERATION}: no such endpoint of this human`, { operation: OPERATION });
      const inserted = await sql`
        insert into notify_hooks (id, endpoint_id, url, queues, secret_encrypted)
        select ${hook.id}, ${hook.endpointId}, ${hook.url}, ${(queues as string[] | undefined) ?? null}::text[], ${hook.sealedSecret}
        where (select count(*) from notify_hooks h where h.endpoint_id = ${hook.endpointId}) < ${db.settings.notifyHooksMax}::int
        returning 1`;
      if (inserted.length === 0) throw conflict(OPERATION);
      await sql`update endpoints set hooked = true where id = ${hook.endpointId} and not hooked`;
      return endpoint.queues;
    }),
  );
  return { notGranted: (queues ?? []).filter((queue) => !granted.includes(queue)) };
}
