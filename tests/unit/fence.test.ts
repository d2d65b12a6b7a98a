import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { blindLeaseToken, mintLeaseToken } from '@/lib/queue/fence';

describe('a lease token', () => {
  it('has at least 128 random bits and is stored as its SHA-256', () => {
    const { token, hash } = mintLeaseToken();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(hash).toEqual(createHash('sha256').update(token).digest());
    expect(mintLeaseToken().token).not.toBe(token);
  });

  it('is blinded afresh for every call, and only its own hash meets the digest', () => {
    const { token, hash } = mintLeaseToken();
    const [first, second] = [blindLeaseToken(token), blindLeaseToken(token)];
    const meets = (stored: Buffer, blinded = first) =>
      createHash('sha256')
        .update(stored)
        .update(blinded?.nonce ?? '')
        .digest()
        .equals(blinded?.digest ?? Buffer.of());
    expect(first?.digest).not.toEqual(second?.digest);
    expect([meets(hash), meets(hash, second), meets(mintLeaseToken().hash)]).toEqual([true, true, false]);
    expect(blindLeaseToken(undefined)).toBeUndefined();
  });
});
