import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '@/lib/queue/cursor';

describe('a list cursor', () => {
  it('comes back as it went', () => {
    const cursor = { createdAt: '2026-01-02T03:04:05.678901Z', id: 'td_01a22dd6-08ba-73ee-bbe9-910494ba2342' };
    expect(decodeCursor('list_todos', encodeCursor(cursor))).toEqual(cursor);
  });

  it.each([
    '',
    'nonsense',
    Buffer.from('2026-99-99T00:00:00Z td_01a22dd6-08ba-73ee-bbe9-910494ba2342').toString('base64url'),
    Buffer.from('2026-02-31T00:00:00Z td_01a22dd6-08ba-73ee-bbe9-910494ba2342').toString('base64url'),
    Buffer.from('0000-01-01T00:00:00Z td_01a22dd6-08ba-73ee-bbe9-910494ba2342').toString('base64url'),
  ])('is refused when it is not one of ours: %j', (text) => {
    expect(() => decodeCursor('list_todos', text)).toThrow(
      expect.objectContaining({ code: 'invalid', argument: 'cursor' }),
    );
  });
});
