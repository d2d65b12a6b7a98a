import { describe, expect, it } from 'vitest';
import { backoffSeconds } from '@/lib/queue/backoff';

describe('backoff', () => {
  it('doubles from 30 seconds and stays at 15 minutes', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 45, 1_000].map(backoffSeconds)).toEqual([30, 60, 120, 240, 480, 900, 900, 900, 900]);
  });
});
