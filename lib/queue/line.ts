import { replaceUnstorable } from './report';

/** How long a text is in characters: Unicode code points, as `maxLength` in a JSON schema counts them. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}

/** Whether there is anything to see in a text: more than spaces, control and format characters, and fillers. */
export function isVisible(text: string): boolean {
  return SEEN.test(text);
}

const SEEN = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Storable text as one line: each run of control characters and line breaks becomes a space, outer white space goes. */
export function toLine(text: string): string {
  return replaceUnstorable(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
