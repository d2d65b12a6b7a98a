import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '../scenarios';

const TESTS = resolve(import.meta.dirname, '..');
const TITLE = /\b(it|test)(\.\w+)*\(\s*(['"`])(SPEC-(?:0003|0034) .+?)\3,/g;

interface Titled {
  readonly title: string;
  readonly modifier: string | undefined;
}

/** Every test titled for a requirement, scenarios and rules alike. */
function titledTests(): Titled[] {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap((name) => [...readFileSync(join(TESTS, name), 'utf8').matchAll(TITLE)])
    .map((match) => ({ modifier: match[2], title: match[4] ?? '' }));
}

const scenarios = Object.entries(SCENARIOS).flatMap(([spec, headings]) =>
  headings.map((heading) => `${spec} ${heading}`),
);

describe('the scenarios of the specifications', () => {
  const tests = titledTests();

  it('are the 22 of SPEC-0003 and the 32 of SPEC-0034', () => {
    expect([SCENARIOS['SPEC-0003'].length, SCENARIOS['SPEC-0034'].length, new Set(scenarios).size]).toEqual([
      22, 32, 54,
    ]);
  });

  it.each(scenarios)('%s has one test', (scenario) => {
    expect(tests.filter(({ title }) => title === scenario)).toHaveLength(1);
  });

  it('no title is misspelt: whatever is not a rule is a scenario', () => {
    const strangers = tests
      .map(({ title }) => title)
      .filter((title) => !scenarios.includes(title) && !/^SPEC-00(03 R|34 REQ-)\d+ rule · /.test(title));
    expect(strangers).toEqual([]);
  });

  it('none is skipped or singled out', () => {
    expect(tests.filter(({ modifier }) => modifier !== undefined)).toEqual([]);
  });
});
