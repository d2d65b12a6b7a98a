import { describe, expect, it } from 'vitest';
import { renderText } from '@/lib/cli/render';
import { parseDuration, parseJsonArgument, parseWhole } from '@/lib/cli/values';

describe('durations', () => {
  it.each([
    ['90s', 90],
    ['15m', 900],
    ['12h', 43_200],
    ['7d', 604_800],
    ['2w', 1_209_600],
    [' 1d ', 86_400],
  ])('%s is %i seconds', (text, seconds) => {
    expect(parseDuration('expires', text)).toBe(seconds);
  });

  it.each(['', '7', 'd', '7y', '-7d', '1.5h', '0d', '7d7h', '9999999d'])(
    '%j is refused by the name of its option',
    (text) => {
      expect(() => parseDuration('expires', text)).toThrow(
        '--expires must be a duration such as 90s, 15m, 12h, 7d or 2w',
      );
    },
  );
});

describe('numbers and JSON', () => {
  it('whole numbers are digits and nothing else', () => {
    expect(parseWhole('limit', '12')).toBe(12);
    for (const text of ['', '-1', '1.5', '1e3', '0x10', 'ten'])
      expect(() => parseWhole('limit', text)).toThrow('--limit');
  });

  it('JSON text is kept as it is written', () => {
    expect(parseJsonArgument('payload', '{"a": 1.10}')).toBe('{"a": 1.10}');
    expect(() => parseJsonArgument('payload', '{a:1}')).toThrow(/^--payload is not valid JSON: /);
  });
});

describe('text output', () => {
  it('is a line a field and a table a list', () => {
    expect(
      renderText({
        id: 'x',
        queues: ['a', 'b'],
        none: null,
        rows: [
          { n: 1, name: 'one', silent: null },
          { n: 22, name: null },
        ],
      }),
    ).toBe(['id      x', 'queues  a,b', 'none    -', '', 'n   name', '1   one', '22  -'].join('\n'));
    expect(renderText({ todos: [] })).toBe('no todos');
  });

  it('lets nothing move the cursor of the terminal', () => {
    expect(renderText({ title: 'a\u001b[2Jb\u202e' })).toBe('title  a�[2Jb�');
  });
});
