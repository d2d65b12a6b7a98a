/*
 * What a parsed value no longer tells of its JSON text: which digits a number had, and whether a key stood there twice. All of
 * these want valid JSON, and none recurses.
 */

const STRUCTURE = new Set(['{', '}', '[', ']', ':', ',']);

/** The places of all brackets, colons and commas outside strings. */
function* structureOf(text: string): Generator<number> {
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === '"') i = endOfString(text, i);
    else if (STRUCTURE.has(char)) yield i;
  }
}

/** @returns the place of the closing quote */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text.charAt(i) !== '"') i += text.charAt(i) === '\\' ? 2 : 1;
  return i;
}

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
  for (const i of structureOf(text)) {
    const char = text.charAt(i);
    if (char === '{' || char === '[') {
      depth += 1;
      if (depth === 1) start = i + 1;
    } else if (char === '}' || char === ']') depth -= 1;
    const ends = depth === 0 || (depth === 1 && char === ',');
    if (!ends) continue;
    parts.push(text.slice(start, i).trim());
    start = i + 1;
  }
  return parts.filter((part) => part !== '');
}

/** The same JSON without the white space between its parts. */
export function compactJsonText(text: string): string {
  let compact = '';
  let start = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === '"') i = endOfString(text, i);
    else if (char === ' ' || char === '\n' || char === '\r' || char === '\t') {
      compact += text.slice(start, i);
      start = i + 1;
    }
  }
  return compact + text.slice(start);
}
