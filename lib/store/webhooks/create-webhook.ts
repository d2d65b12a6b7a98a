import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../db/connection';
import { invalid, QueueError } from '../../queue/errors';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { isQueueName } from '../../queue/verbs';
import { type MintedCredential, mintCredential } from '../credential';
import { runVerb } from '../run-verb';
import { chooseSigningSecret, sealSigningSecret } from './signing-secret';
import { isWebhookType, WEBHOOK_TYPES, type WebhookType } from './webhook-type';

const OPERATION = 'create_webhook';

export interface NewWebhook {
  readonly endpointId: string;
  readonly queue: string;
  /** One of {@link WEBHOOK_TYPES}. */
  readonly type: string;
  /** Ids of further endpoints of the same human. */
  readonly routes?: readonly string[] | undefined;
  /** A signing secret that the source dictates; a new one is made otherwise. */
  readonly secret?: string | undefined;
  /** 32 bytes that encrypt the signing secret at rest. */
  readonly encryptionKey: Buffer | undefined;
}

export interface CreatedWebhook {
  readonly webhookId: string;
  /** Part of the ingest URL; shown once. */
  readonly token: string;
  /** What the source signs with; shown once, and absent where the source does not sign. */
  readonly secret?: string;
  /** Targets that are not granted the queue, whose agents would therefore not see the todos. */
  readonly notGranted: readonly string[];
}

/**
 * Creates a webhook whose deliveries become todos of an endpoint and of its routes.
 * @throws QueueError `invalid` naming the argument or SWITCHBOARD_ENCRYPTION_KEY; `not_found` when an endpoint is absent,
 *   of another human, revoked or expired
 */
export async function createWebhook(db: Db, scope: OwnerScope, input: NewWebhook): Promise<CreatedWebhook> {
  const type = parseType(input.type);
  if (!isQueueName(input.queue))
    throw invalid(OPERATION, 'queue', 'must be a queue name of 1 to 100 printable characters');
  const endpointIds = [input.endpointId, ...(input.routes ?? [])].map(uuidOrNil);
  if (new Set(endpointIds).size < endpointIds.length)
    throw invalid(OPERATION, 'route', 'must name every endpoint once');
  const webhookId = uuidv7();
  const credential = mintCredential('sbh_');
  const secret = chooseSigningSecret(OPERATION, type, input.secret);
  const sealed =
    secret === undefined ? null : sealSigningSecret(OPERATION, { id: webhookId, type }, input.encryptionKey, secret);
  const targets = await insertWebhook(db, scope, {
    webhookId,
    credential,
    sealed,
    type,
    queue: input.queue,
    endpointIds,
  });
  if (targets.length === 0)
    throw new QueueError('not_found', `${OPERATION}: no such endpoint of this human`, { operation: OPERATION });
  const notGranted = targets.filter((target) => !target.granted).map((target) => target.id);
  return { webhookId, token: credential.token, notGranted, ...(secret !== undefined && { secret }) };
}

function parseType(type: string): WebhookType {
  if (isWebhookType(type)) return type;
  throw invalid(OPERATION, 'type', `must be one of ${WEBHOOK_TYPES.join(', ')}`);
}

interface WebhookParts {
  readonly webhookId: string;
  readonly credential: MintedCredential;
  readonly sealed: Buffer | null;
  readonly type: WebhookType;
  readonly queue: string;
  /** The webhook's own endpoint first. */
  readonly endpointIds: readonly string[];
}

/** All of it or nothing: one endpoint that the human does not hold open leaves no row. */
async function insertWebhook(
  db: Db,
  scope: OwnerScope,
  parts: WebhookParts,
): Promise<{ id: string; granted: boolean }[]> {
  const { webhookId, credential, sealed, type, queue, endpointIds } = parts;
  const [own] = endpointIds;
  return runVerb(
    db,
    OPERATION,
    undefined,
    () => db.sql<{ id: string; granted: boolean }[]>`
      with target as (
        select e.id, ${queue} = any(e.queues) as granted
        from endpoints e
        where e.id = any(${endpointIds.map(uuidOrNil)}::uuid[])
          and e.human_id = ${scope.humanId}
          and e.revoked_at is null
          and (e.expires_at is null or e.expires_at > now())
      ),
      webhook as (
        insert into webhooks (id, endpoint_id, queue, type, token_hash, token_prefix, secret_encrypted)
        select ${webhookId}, ${uuidOrNil(own)}, ${queue}, ${type}, ${credential.hash}, ${credential.shownPrefix}, ${sealed}
        from target
        having count(*) = ${endpointIds.length}::int
        returning id, endpoint_id
      ),
      route as (
        insert into webhook_routes (webhook_id, endpoint_id, queue)
        select w.id, t.id, ${queue}
        from webhook w
        join target t on t.id <> w.endpoint_id
      )
      select t.id, t.granted
      from target t
      cross join webhook w
      order by t.id`,
  );
}
