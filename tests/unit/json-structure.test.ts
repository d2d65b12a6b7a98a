import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactJsonText, elementTexts, membersOf } from '@/lib/queue/json-structure';

const spaced = (value: unknown) => JSON.stringify(value, undefined, '\t ');

describe('membersOf', () => {
  it('gives each value as it was written', () => {
    const text = ' {"a" : 9007199254740993 , "b":{"c":[1, 2]},"\\u0064":"x,\\"}", "e\\"":1.10}\n';
    expect([...membersOf(text).texts]).toEqual([
      ['a', '9007199254740993'],
      ['b', '{"c":[1, 2]}'],
      ['d', '"x,\\"}"'],
      ['e"', '1.10'],
    ]);
    expect([...membersOf(' { } ').texts]).toEqual([]);
  });

  it('lets the last of two count, as a parser does', () => {
    const { texts, doubled } = membersOf('{"b":0,"a":1,"\\u0061":2}');
    expect([texts.get('a'), doubled]).toEqual(['2', 'a']);
    expect(membersOf('{"a":{"b":1,"b":2},"b":[]}').doubled).toBeUndefined();
  });

  it('agrees with the parser on every object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (value, pretty) => {
        const { texts, doubled } = membersOf(pretty ? spaced(value) : JSON.stringify(value));
        const parsed = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
        expect([...texts.keys()].sort()).toEqual(Object.keys(parsed).sort());
        expect(doubled).toBeUndefined();
        for (const [key, text] of texts) expect(JSON.parse(text)).toEqual(parsed[key]);
      }),
    );
  });
});

describe('elementTexts', () => {
  it('agrees with the parser on every array', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (value) => {
        expect(elementTexts(spaced(value)).map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(elementTexts('[ ]')).toEqual([]);
  });
});

describe('compactJsonText', () => {
  it('loses white space between the parts and nothing else', () => {
    expect(compactJsonText(' {"a b" :\t[1.0, "x \\" y" ]\r\n}')).toBe('{"a b":[1.0,"x \\" y"]}');
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(compactJsonText(spaced(value))).toBe(JSON.stringify(value));
      }),
    );
  });
});
