import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../config';
import type { PoolDb } from '../db/connection';
import { invalid, QueueError } from '../queue/errors';
import type { OwnerScope } from '../queue/scope';
import { createNotifyHook } from '../store/notify-hooks/create-notify-hook';
import { sealSecret } from '../store/sealed-secret';
import { addressesOf, type Names, type Reach, Unreachable, Unresolved } from './reach';

const OPERATION = 'create_hook';
const SECRET_BYTES = 32;
const URL_MAX_CHARACTERS = 2_048;

export interface HookRequest {
  readonly endpointId: string;
  readonly url: string;
  readonly queues?: readonly string[] | undefined;
}

export interface RegisteredHook {
  readonly id: string;
  /** `whsec_…`, with which the receiver verifies each call; shown once. */
  readonly secret: string;
  /** False when the name has no address yet; calls fail until it has one. */
  readonly resolves: boolean;
  /** Queues asked for that the endpoint is not granted. */
  readonly notGranted: readonly string[];
}

/** What registering a hook takes of the configuration. */
export type HookSettings = Pick<Config, 'encryptionKey' | 'notifyHooksMax' | 'notifyHookAllowCidrs'>;

/**
 * Registers a receiver for `todo.ready` and `todo.dead_lettered` of an endpoint. Its URL is judged now and again at every call.
 * @throws QueueError `invalid` naming the argument or SWITCHBOARD_ENCRYPTION_KEY; `not_found` when the endpoint is absent, foreign,
 *   revoked or expired; `conflict` when hooks are switched off or the endpoint has as many as it may
 */
export async function registerHook(
  db: PoolDb,
  scope: OwnerScope,
  request: HookRequest,
  config: HookSettings,
  names: Names = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<RegisteredHook> {
  const { encryptionKey, notifyHooksMax, notifyHookAllowCidrs } = config;
  if (notifyHooksMax === 0) throw refuse('outbound hooks are switched off (SWITCHBOARD_NOTIFY_HOOKS_MAX is 0)');
  if (!encryptionKey)
    throw invalid(
      OPERATION,
      'secret',
      'cannot be kept: set SWITCHBOARD_ENCRYPTION_KEY (32 bytes, base64) to keep it encrypted',
    );
  const url = parseUrl(request.url);
  const resolves = await isReachable(url, { names, allowedRanges: notifyHookAllowCidrs });
  const id = uuidv7();
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const sealedSecret = sealSecret(encryptionKey, id, secret);
  const { endpointId, queues } = request;
  const made = createNotifyHook(db, scope, { id, endpointId, url: url.href, queues, sealedSecret });
  const { notGranted } = await made.catch((error) => {
    const full = error instanceof QueueError && error.code === 'conflict';
    throw full ? refuse(`the endpoint has ${notifyHooksMax} hooks already, which is the most; delete one`) : error;
  });
  return { id, secret, notGranted, resolves };
}

async function isReachable(url: URL, reach: Reach): Promise<boolean> {
  try {
    await addressesOf(url, reach);
    return true;
  } catch (error) {
    if (error instanceof Unresolved && url.protocol === 'https:') return false;
    throw error instanceof Unreachable ? invalid(OPERATION, 'url', `is refused: ${error.message}`) : error;
  }
}

function parseUrl(text: string): URL {
  if (text.length > URL_MAX_CHARACTERS || !URL.canParse(text))
    throw invalid(OPERATION, 'url', `must be an absolute https URL of at most ${URL_MAX_CHARACTERS} characters`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw invalid(OPERATION, 'url', 'must hold no user name or password; calls are signed instead');
  url.hash = '';
  return url;
}

function refuse(message: string): QueueError {
  return new QueueError('conflict', `${OPERATION}: ${message}`, { operation: OPERATION });
}
