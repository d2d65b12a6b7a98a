import { describe, expect, it } from 'vitest';
import { readJsonText } from '@/lib/queue/json-text';

describe('readJsonText', () => {
  it('keeps what a parser would change', () => {
    const text = '{"big": 9007199254740993, "long": 1.1000, "far": 1e40}';
    expect(readJsonText(text)).toMatchObject({ text, value: { long: 1.1 } });
  });

  it.each([
    ['{', /^is not valid JSON: /],
    ['', /^is not valid JSON: /],
    ['['.repeat(201) + ']'.repeat(201), /^is nested deeper than 200 levels$/],
    ['1e131072', /^holds numbers that are too large, or too fine, to store$/],
    ['[1, -1.5e-16383]', /^holds numbers/],
    ['9'.repeat(131_073), /^holds numbers/],
    [`{"a": 0.${'1'.repeat(16_384)}}`, /^holds numbers/],
    [`[${'-2.5e-9999,'.repeat(101)}0]`, /^holds numbers/],
  ])('%.20s is a problem in words', (text, problem) => {
    expect(readJsonText(text).problem).toMatch(problem);
  });

  it.each(['1e131071', '-1E-16383', '9'.repeat(131_072), `0.${'1'.repeat(16_383)}`, '1e400', '[0.1e1,2]'])(
    '%.20s is not',
    (text) => {
      expect(readJsonText(text)).toMatchObject({ text });
    },
  );

  it('counts no exponent inside strings, keys or words', () => {
    const text = '{"1e9999999":"\\"1e9999999","a":[true,false,null]}';
    expect(readJsonText(text)).toMatchObject({ text });
  });
});
