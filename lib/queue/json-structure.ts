/*
 * What a parsed value no longer tells of its JSON text: which digits a number had, and whether a key stood there twice. All of
 * these want valid JSON, and none recurses.
 */

/** The members of one object as its text has them. */
export interface Members {
  /** Each value's own text by its key; of a key that stands there twice the last counts, as it does for a parser. */
  readonly texts: ReadonlyMap<string, string>;
  /** A key that stands there twice: parsers disagree about which counts. */
  readonly doubled: string | undefined;
}

/** Takes the text of an object apart; what is inside its values is left alone. */
export function membersOf(text: string): Members {
  const texts = new Map<string, string>();
  let doubled: string | undefined;
  for (const part of partsOf(text)) {
    const colon = endOfString(part, 0) + 1;
    const key = JSON.parse(part.slice(0, colon)) as string;
    if (texts.has(key)) doubled ??= key;
    texts.set(key, part.slice(part.indexOf(':', colon) + 1).trim());
  }
  return { texts, doubled };
}

/** The elements of the array that a text is, each as its own text. */
export function elementTexts(text: string): string[] {
  return partsOf(text);
}

/** What stands between the commas of the outermost object or array. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    const opens = char === OPEN_BRACE || char === OPEN_BRACKET;
    const closes = char === CLOSE_BRACE || char === CLOSE_BRACKET;
    if (char === QUOTE) i = endOfString(text, i);
    else if (opens) depth += 1;
    else if (closes) depth -= 1;
    const ends = (char === COMMA && depth === 1) || (closes && depth === 0);
    if (ends) parts.push(text.slice(start, i).trim());
    if (ends || (opens && depth === 1)) start = i + 1;
  }
  return parts.filter((part) => part !== '');
}

/** The same JSON without the white space between its parts. */
export function compactJsonText(text: string): string {
  let compact = '';
  let start = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) i = endOfString(text, i);
    else if (char === SPACE || char === NEWLINE || char === RETURN || char === TAB) {
      compact += text.slice(start, i);
      start = i + 1;
    }
  }
  return compact + text.slice(start);
}

/** @returns the place of the quote that closes the string which opens at `start` */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, place: number): boolean {
  let first = place;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (place - first) % 2 === 1;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
