import { createHash, randomBytes } from 'node:crypto';

/** What a claim with `require_fence` hands out once, and what it stores (SPEC-0034 REQ-6). */
export interface LeaseToken {
  readonly token: string;
  readonly hash: Buffer;
}

/** Mints a lease token of 256 random bits in base64url, with the SHA-256 that alone is stored. */
export function mintLeaseToken(): LeaseToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(Buffer.from(token)) };
}

/**
 * A presented lease token, blinded for one statement: SQL compares `sha256(lease_token_hash || nonce)` with `digest`. Both
 * sides are unpredictable per call, so how long the comparison takes says nothing of the stored hash.
 */
export interface BlindedToken {
  readonly nonce: Buffer;
  readonly digest: Buffer;
}

/** Blinds a presented lease token with a fresh nonce; no token given blinds to nothing, which only an unfenced attempt matches. */
export function blindLeaseToken(token: string | undefined): BlindedToken | undefined {
  if (token === undefined) return undefined;
  const nonce = randomBytes(16);
  return { nonce, digest: sha256(Buffer.concat([sha256(Buffer.from(token)), nonce])) };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
