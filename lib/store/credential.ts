import { createHash, randomBytes } from 'node:crypto';

/** What a credential is for: an endpoint, an operator, a sign-in link, a webhook's URL. */
export type CredentialPrefix = 'sbk_' | 'sbo_' | 'sbl_' | 'sbh_';

export interface MintedCredential {
  /** Shown once to whoever asked for it, and never stored. */
  readonly token: string;
  readonly hash: Buffer;
  /** The first 12 characters, by which a list can name it. */
  readonly shownPrefix: string;
}

const SHOWN_CHARACTERS = 12;

/** Mints a bearer credential: the prefix and 256 random bits in base64url. */
export function mintCredential(prefix: CredentialPrefix): MintedCredential {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashCredential(token), shownPrefix: token.slice(0, SHOWN_CHARACTERS) };
}

/**
 * The SHA-256 by which a credential is stored and found. Looking a row up by the hash of 256 random bits leaks nothing
 * through timing: an attacker cannot choose the hash.
 */
export function hashCredential(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
