import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureVerdict } from './source';

/** How far the time that a source signed may be from now, either way. */
const REPLAY_WINDOW_SECONDS = 300;

/**
 * Whether one of the signatures is the HMAC-SHA256 of what was signed, compared in constant time.
 * @param signed the parts that were signed, one after the other
 * @param signatures hexadecimal, as they were sent
 */
export function isHmacSha256(
  secret: string,
  signed: readonly (string | Buffer)[],
  signatures: readonly string[],
): boolean {
  const hmac = createHmac('sha256', secret);
  for (const part of signed) hmac.update(part);
  const expected = hmac.digest();
  return signatures.some((hex) => /^[0-9a-f]{64}$/i.test(hex) && timingSafeEqual(Buffer.from(hex, 'hex'), expected));
}

/**
 * The verdict on a signature that holds, for it may be a recording.
 * @param seconds the time that was signed, in seconds since 1970
 * @param receivedAt in milliseconds since 1970
 */
export function verdictAt(seconds: number, receivedAt: number): SignatureVerdict {
  return Math.abs(receivedAt / 1_000 - seconds) <= REPLAY_WINDOW_SECONDS ? 'good' : 'stale';
}
