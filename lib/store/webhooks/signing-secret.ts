import { randomBytes } from 'node:crypto';
import { invalid } from '../../queue/errors';
import { sealSecret } from '../sealed-secret';
import { hasSigningSecret, type WebhookType } from './webhook-type';

const SECRET_BYTES = 32;

/** Stripe and Standard Webhooks mark their secrets so; Stripe's mark is part of the key, that of Standard Webhooks is not. */
const MARK = 'whsec_';

/** A signing secret in the form that the source takes. */
function newSigningSecret(type: WebhookType): string {
  const bytes = randomBytes(SECRET_BYTES);
  if (type === 'standard') return `${MARK}${bytes.toString('base64')}`;
  return type === 'stripe' ? `${MARK}${bytes.toString('hex')}` : bytes.toString('hex');
}

/**
 * The signing secret of a webhook: the one that its source dictates, as Stripe and Slack do, or a new one.
 * @returns undefined for a type that does not sign
 * @throws QueueError `invalid` naming `secret`
 */
export function chooseSigningSecret(operation: string, type: WebhookType, given?: string): string | undefined {
  if (!hasSigningSecret(type)) {
    if (given !== undefined) throw invalid(operation, 'secret', `is not used by ${type}: leave it out`);
    return undefined;
  }
  if (given === undefined) return newSigningSecret(type);
  if (!/^[\x21-\x7e]{16,500}$/.test(given))
    throw invalid(operation, 'secret', 'must be 16 to 500 printable characters without spaces');
  if (type === 'standard' && !isStandardSecret(given))
    throw invalid(operation, 'secret', `must be ${MARK} and 24 to 64 bytes in base64`);
  return given;
}

/**
 * A signing secret for its column.
 * @throws QueueError `invalid` naming SWITCHBOARD_ENCRYPTION_KEY when it is not set
 */
export function sealSigningSecret(
  operation: string,
  webhook: { readonly id: string; readonly type: WebhookType },
  key: Buffer | undefined,
  secret: string,
): Buffer {
  if (key) return sealSecret(key, webhook.id, secret);
  const remedy = 'has a signing secret: set SWITCHBOARD_ENCRYPTION_KEY (32 bytes, base64) to keep it encrypted';
  throw invalid(operation, 'type', `${webhook.type} ${remedy}`);
}

function isStandardSecret(text: string): boolean {
  const encoded = text.slice(MARK.length);
  const bytes = Buffer.from(encoded, 'base64');
  return text.startsWith(MARK) && bytes.toString('base64') === encoded && bytes.length >= 24 && bytes.length <= 64;
}
