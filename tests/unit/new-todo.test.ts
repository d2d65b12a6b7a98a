import { describe, expect, it } from 'vitest';
import { type NewTodo, parseNewTodo } from '@/lib/queue/new-todo';

const parsed = (input: Partial<NewTodo>) =>
  parseNewTodo({ operation: 'create_todo', queue: 'ci', title: 'Fix it', source: 'mcp', ...input });

const refusing = (argument: string) => expect.objectContaining({ code: 'invalid', argument });

describe('a title', () => {
  it.each([
    ['  Fix the build\t', 'Fix the build'],
    ['Fix\nthe\r\n\u2028build\u0007', 'Fix the build'],
    ['a\u0000b\ud800', 'a\ufffdb\ufffd'],
    ['👩‍👩‍👧 and\u200bmore', '👩‍👩‍👧 and\u200bmore'],
    ['😀'.repeat(500), '😀'.repeat(500)],
  ])('%j is kept as one line', (given, kept) => {
    expect(parsed({ title: given }).title).toBe(kept);
  });

  it.each([
    ['', 'nothing'],
    [' \n\t ', 'white space'],
    ['\u200b\u200d\ufeff\u2060', 'zero-width characters'],
    ['\u3164\uffa0\u115f\u2800', 'fillers'],
    ['\u202e\u2066\u00ad', 'direction marks and soft hyphens'],
    ['\u{e0041}\ufe0f', 'tags and variation selectors'],
    ['\u0001\u001b', 'control characters'],
    ['😀'.repeat(501), 'one character too many'],
    [`x${' '.repeat(500)}`, 'one space too many'],
  ])('%j is refused', (title) => {
    expect(() => parsed({ title })).toThrow(refusing('title'));
  });
});

describe('a kind', () => {
  it('becomes one line, and none when nothing is left', () => {
    expect(parsed({ kind: ' re\nview ' }).kind).toBe('re view');
    expect(parsed({ kind: '\u0007' }).kind).toBeUndefined();
    expect(parsed({ kind: '' }).kind).toBeUndefined();
  });

  it('is counted in characters', () => {
    expect(parsed({ kind: '😀'.repeat(100) }).kind).toHaveLength(200);
    expect(() => parsed({ kind: 'x'.repeat(101) })).toThrow(refusing('kind'));
  });
});

describe('an idempotency key', () => {
  it('is kept to the character, and none when empty', () => {
    expect(parsed({ idempotencyKey: ' k\n' }).idempotencyKey).toBe(' k\n');
    expect(parsed({ idempotencyKey: '' }).idempotencyKey).toBeUndefined();
    expect(parsed({ idempotencyKey: '😀'.repeat(500) }).idempotencyKey).toHaveLength(1_000);
  });

  it.each(['k\u0000', 'k\ud800', '\udc00k', 'k'.repeat(501)])(
    '%j is refused, for cleaned it could meet another',
    (key) => {
      expect(() => parsed({ idempotencyKey: key })).toThrow(refusing('idempotency_key'));
    },
  );
});
