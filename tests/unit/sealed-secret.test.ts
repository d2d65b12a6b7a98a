import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from '@/lib/store/sealed-secret';

const key = randomBytes(32);
const secret = 'whsec_été';
const sealed = sealSecret(key, 'webhook-1', secret);

describe('a sealed secret', () => {
  it('opens with its key for its row', () => {
    expect(openSecret(key, 'webhook-1', sealed)).toBe(secret);
  });

  it('is different every time and shows nothing of what it holds', () => {
    expect(sealSecret(key, 'webhook-1', secret).equals(sealed)).toBe(false);
    expect(sealed.includes(secret)).toBe(false);
  });

  it('stays shut for another key, another row, another version, and after any flipped bit', () => {
    expect(openSecret(randomBytes(32), 'webhook-1', sealed)).toBeUndefined();
    expect(openSecret(key, 'webhook-2', sealed)).toBeUndefined();
    for (let index = 0; index < sealed.length; index += 1) {
      const damaged = Buffer.from(sealed);
      damaged[index] = (damaged[index] ?? 0) ^ 1;
      expect(openSecret(key, 'webhook-1', damaged)).toBeUndefined();
    }
  });

  it('that was cut off stays shut', () => {
    for (const length of [0, 1, 12, 28])
      expect(openSecret(key, 'webhook-1', sealed.subarray(0, length))).toBeUndefined();
  });
});
