export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** JSON nested deeper than this is refused before anything recursive touches it. */
export const JSON_DEPTH_MAX = 200;

const REPLACEMENT = '\\ufffd';
const ESCAPES = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\./g;
const NUL_OR_SURROGATE = /^\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})$/;

/**
 * Replaces NUL and lone surrogates in JSON text by U+FFFD, which PostgreSQL can store, and leaves all else byte for byte, so big
 * numbers keep their digits. A backslash stands only inside JSON strings, and each match consumes a whole escape.
 */
export function cleanJsonText(text: string): string {
  return text.replace(ESCAPES, (sequence) => (NUL_OR_SURROGATE.test(sequence) ? REPLACEMENT : sequence));
}

/**
 * JSON text of a parsed value, fit for a jsonb column.
 * @param value any JSON value no deeper than {@link JSON_DEPTH_MAX}
 */
export function toJsonText(value: unknown): string {
  return cleanJsonText(JSON.stringify(value));
}

/** How deep arrays and objects nest in JSON text; brackets inside strings do not count. Linear, without recursion. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === BACKSLASH) i += 1;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === OPEN_BRACKET || char === OPEN_BRACE) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (char === CLOSE_BRACKET || char === CLOSE_BRACE) depth -= 1;
  }
  return deepest;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
