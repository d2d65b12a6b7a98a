import { describe, expect, it } from 'vitest';
import { duration, when } from '@/lib/board/when';

const READ_AT = '2026-09-22T16:35:00.000000Z';

describe('a point in time', () => {
  it.each([
    ['2026-09-22T16:35:00.4Z', 'just now'],
    ['2026-09-22T16:34:20Z', '40 s ago'],
    ['2026-09-22T16:37:11Z', 'in 2 min'],
    ['2026-09-22T14:30:00Z', '2 h ago'],
    ['2026-09-22T17:34:50Z', 'in 1 h'],
    ['2026-09-20T17:35:00+01:00', '2 d ago'],
    ['2026-09-29T16:34:00Z', 'in 7 d'],
  ])('%s is %s', (at, relative) => {
    expect(when(at, READ_AT).relative).toBe(relative);
  });

  it('comes with its full form and zone, and as ISO', () => {
    expect(when('2026-09-22T18:35:00.123456+02:00', READ_AT)).toMatchObject({
      iso: '2026-09-22T16:35:00.123Z',
      full: '2026-09-22 16:35:00 UTC',
    });
  });
});

describe('a length of time', () => {
  it.each([
    ['2026-09-22T16:35:00.4Z', '0 s'],
    ['2026-09-22T16:35:59Z', '59 s'],
    ['2026-09-22T16:41:30Z', '6 min 30 s'],
    ['2026-09-22T17:35:00Z', '1 h'],
    ['2026-09-22T17:35:05Z', '1 h'],
    ['2026-09-24T19:35:00Z', '2 d 3 h'],
    ['2026-09-22T16:34:00Z', '0 s'],
  ])('until %s is %s', (to, words) => {
    expect(duration(READ_AT, to)).toBe(words);
  });
});
