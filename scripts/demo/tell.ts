/** Something did not happen as the demo says it must; the message is one line. */
export class Unmet extends Error {}

/** Begins a part of the story. */
export function chapter(title: string): void {
  console.log(`\n${title}`);
}

/** Tells what has just happened. */
export function done(line: string): void {
  console.log(`  ✓ ${line}`);
}

/** Adds to what was told. */
export function aside(line: string): void {
  console.log(`    ${line}`);
}

/**
 * Goes on only if something is as it must be.
 * @throws Unmet saying what was expected
 */
export function expectThat(holds: boolean, expected: string): asserts holds {
  if (!holds) throw new Unmet(`expected ${expected}`);
}
