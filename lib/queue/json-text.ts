import { cleanJsonText, JSON_DEPTH_MAX, type JsonValue, jsonDepth } from './json';

/** JSON as a producer wrote it, fit for a jsonb column, or what is wrong with it. */
export type JsonText =
  | { readonly text: string; readonly value: JsonValue; readonly problem?: undefined }
  | { readonly problem: string };

/**
 * Reads JSON that must be stored as it was sent: what a parser would change, such as the digits of a big number, stays.
 * @returns the cleaned text with its parsed value, or one clause that says why it cannot be stored
 */
export function readJsonText(text: string): JsonText {
  if (jsonDepth(text) > JSON_DEPTH_MAX) return { problem: `is nested deeper than ${JSON_DEPTH_MAX} levels` };
  const parsed = tryParse(text);
  if ('problem' in parsed) return parsed;
  if (exponentDigits(text) > EXPONENT_DIGITS_MAX)
    return { problem: 'holds numbers whose exponents are too large to store' };
  return { text: cleanJsonText(text), value: parsed.value };
}

function tryParse(text: string): { value: JsonValue } | { problem: string } {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return { problem: `is not valid JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` };
  }
}

const EXPONENT_DIGITS_MAX = 1_000_000;
const EXPONENT = /[0-9][eE]([+-]?[0-9]+)/y;

/**
 * How many digits the exponents in valid JSON text stand for. A jsonb column writes numbers out in full, so `1e100000` is seven
 * characters to send and a hundred thousand to read: a list of them would fill the memory of every reader.
 */
function exponentDigits(text: string): number {
  let total = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === 'e' || char === 'E') total += exponentAt(text, i);
  }
  return total;
}

/** An `e` outside strings stands in `true` and `false` as well, where no digit precedes it. */
function exponentAt(text: string, index: number): number {
  EXPONENT.lastIndex = index - 1;
  return Math.abs(Number(EXPONENT.exec(text)?.[1] ?? 0));
}
