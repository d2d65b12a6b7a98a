import type { Db } from '../../db/connection';
import { invalid, QueueError } from '../../queue/errors';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import type { Fragment } from '../columns';
import { mintCredential } from '../credential';
import { runVerb } from '../run-verb';
import { chooseSigningSecret, sealSigningSecret } from './signing-secret';
import type { WebhookType } from './webhook-type';

const OPERATION = 'rotate_webhook';

export interface Rotation {
  readonly webhookId: string;
  /** What is replaced: the token in the URL, or what the source signs with. */
  readonly part: 'token' | 'secret';
  /** A secret that the source dictates; a new one is made otherwise. */
  readonly secret?: string | undefined;
  /** 32 bytes that encrypt the signing secret at rest. */
  readonly encryptionKey: Buffer | undefined;
}

/** The new part, shown this once, and until when the one before it is accepted as well, in RFC 3339 UTC. */
export type RotatedWebhook = Replaced & ({ readonly token: string } | { readonly secret: string });

interface Replaced {
  readonly previousUntil: string;
  /** The webhook's own endpoint. */
  readonly endpointId: string;
}

/**
 * Replaces the token or the signing secret of a webhook. The one before it goes on for 24 hours, so that the source can be
 * told meanwhile; the one before that ends at once.
 * @throws QueueError `not_found` when the webhook is absent or another human's; `invalid` when there is no secret to rotate,
 *   naming the argument, or no key to encrypt it with, naming SWITCHBOARD_ENCRYPTION_KEY
 */
export async function rotateWebhook(db: Db, scope: OwnerScope, input: Rotation): Promise<RotatedWebhook> {
  const id = uuidOrNil(input.webhookId);
  return input.part === 'token' ? await rotateToken(db, scope, id) : await rotateSecret(db, scope, { ...input, id });
}

async function rotateToken(db: Db, scope: OwnerScope, id: string): Promise<RotatedWebhook> {
  const { token, hash, shownPrefix } = mintCredential('sbh_');
  const replaced = await replace(
    db,
    scope,
    id,
    db.sql`
      previous_token_hash = w.token_hash,
      previous_token_until = now() + interval '24 hours',
      token_hash = ${hash},
      token_prefix = ${shownPrefix}`,
  );
  return { token, ...replaced };
}

async function rotateSecret(
  db: Db,
  scope: OwnerScope,
  { id, secret: given, encryptionKey }: Rotation & { readonly id: string },
): Promise<RotatedWebhook> {
  const type = await typeOf(db, scope, id);
  const secret = chooseSigningSecret(OPERATION, type, given);
  if (secret === undefined) throw invalid(OPERATION, 'part', `must be token: ${type} has no signing secret`);
  const sealed = sealSigningSecret(OPERATION, { id, type }, encryptionKey, secret);
  const replaced = await replace(
    db,
    scope,
    id,
    db.sql`
      previous_secret_encrypted = w.secret_encrypted,
      previous_secret_until = now() + interval '24 hours',
      secret_encrypted = ${sealed}`,
  );
  return { secret, ...replaced };
}

async function replace(db: Db, scope: OwnerScope, id: string, parts: Fragment): Promise<Replaced> {
  const [row] = await runVerb(
    db,
    OPERATION,
    undefined,
    () => db.sql<Replaced[]>`
      update webhooks w
      set ${parts}
      from endpoints e
      where w.id = ${id}
        and e.id = w.endpoint_id
        and e.human_id = ${scope.humanId}
      returning now() + interval '24 hours' as "previousUntil", w.endpoint_id as "endpointId"`,
  );
  if (!row) throw noSuchWebhook();
  return row;
}

async function typeOf(db: Db, scope: OwnerScope, id: string): Promise<WebhookType> {
  const [row] = await runVerb(
    db,
    OPERATION,
    undefined,
    () => db.sql<{ type: WebhookType }[]>`
      select w.type
      from webhooks w
      join endpoints e on e.id = w.endpoint_id
      where w.id = ${id}
        and e.human_id = ${scope.humanId}`,
  );
  if (!row) throw noSuchWebhook();
  return row.type;
}

function noSuchWebhook(): QueueError {
  return new QueueError('not_found', `${OPERATION}: no such webhook of this human`, { operation: OPERATION });
}
