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
  if (!areNumbersStorable(text)) return { problem: 'holds numbers that are too large, or too fine, to store' };
  return { text: cleanJsonText(text), value: parsed.value };
}

function tryParse(text: string): { value: JsonValue } | { problem: string } {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return { problem: `is not valid JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` };
  }
}

const NUMBER = /-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?/y;
const DIGITS_BEFORE_POINT_MAX = 131_072;
const DIGITS_AFTER_POINT_MAX = 16_383;
const EXPONENT_DIGITS_MAX = 1_000_000;

/**
 * Whether a jsonb column can hold the numbers in valid JSON text: it writes them out in full, up to so many digits on either side
 * of the point. `1e100000` is eight characters to send and a hundred thousand to read, so exponents are bounded in sum as well,
 * or a list of them would fill the memory of every reader.
 */
function areNumbersStorable(text: string): boolean {
  let exponents = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === BACKSLASH) i += 1;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char >= ZERO && char <= NINE) {
      NUMBER.lastIndex = i;
      const [number = '', before = '', after = '', exponent = 0] = NUMBER.exec(text) ?? [];
      exponents += Math.abs(Number(exponent));
      if (before.length + Number(exponent) > DIGITS_BEFORE_POINT_MAX) return false;
      if (after.length - Number(exponent) > DIGITS_AFTER_POINT_MAX || exponents > EXPONENT_DIGITS_MAX) return false;
      i += number.length - 1;
    }
  }
  return true;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;
