/** One point in time in the three forms a page needs. */
export interface When {
  /** For `datetime`. */
  readonly iso: string;
  /** With date and zone: `2026-09-22 16:35:00 UTC`. */
  readonly full: string;
  /** Against the reading: `2 h ago`, `in 4 min`. */
  readonly relative: string;
}

/**
 * @param at a point in time as the store gives it
 * @param readAt the database's clock when the page was read
 */
export function when(at: string, readAt: string): When {
  const iso = new Date(at).toISOString();
  return {
    iso,
    full: `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`,
    relative: relative((Date.parse(at) - Date.parse(readAt)) / 1000),
  };
}

/** A length of time in its two largest units: `6 min 30 s`. */
export function duration(from: string, to: string): string {
  return inWords(Math.max(0, Date.parse(to) - Date.parse(from)) / 1000, 2);
}

function relative(seconds: number): string {
  if (Math.abs(seconds) < 1) return 'just now';
  const words = inWords(Math.abs(seconds), 1);
  return seconds > 0 ? `in ${words}` : `${words} ago`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

function inWords(seconds: number, units: number): string {
  const parts: string[] = [];
  let rest = Math.round(seconds);
  for (const [name, size] of UNITS) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0 || (parts.length > 0 && parts.length < units)) parts.push(`${whole} ${name}`);
    if (parts.length === units) break;
  }
  return parts.filter((part) => !part.startsWith('0 ')).join(' ') || '0 s';
}
