import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanJsonText, jsonDepth, toJsonText } from '@/lib/queue/json';

describe('JSON text', () => {
  it('loses NUL and lone surrogates and nothing else', () => {
    expect(
      cleanJsonText('{"a":"x\\u0000y","b":"\\ud800","c":"\\ud83d\\ude00","d":"\\\\u0000","n":9007199254740993}'),
    ).toBe('{"a":"x\\ufffdy","b":"\\ufffd","c":"\\ud83d\\ude00","d":"\\\\u0000","n":9007199254740993}');
  });

  it('stays as it is for every value without them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(cleanJsonText(text)).toBe(text);
      }),
    );
  });

  it('never holds an unstorable escape, whatever went in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const parsed: unknown = JSON.parse(toJsonText({ text: String.fromCharCode(...units) }));
        expect(JSON.stringify(parsed)).not.toMatch(/\\u0000|\\ud[89a-f]/);
      }),
    );
  });

  it('tells how deep it nests, brackets in strings aside', () => {
    expect(['1', '[]', '{"a":[{}]}', '"[[[["', '{"\\"[":1}', '['.repeat(10_000)].map(jsonDepth)).toEqual([
      0, 1, 3, 0, 1, 10_000,
    ]);
  });
});
