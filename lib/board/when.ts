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
  let rest = Math.round(Math.max(0, Date.parse(to) - Date.parse(from)) / 1000);
  const parts: string[] = [];
  const largest = UNITS.findIndex(([, size]) => rest >= size);
  for (const [name, size] of largest < 0 ? [] : UNITS.slice(largest, largest + 2)) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) parts.push(`${whole} ${name}`);
  }
  return parts.join(' ') || '0 s';
}

function relative(seconds: number): string {
  if (Math.abs(seconds) < 1) return 'just now';
  const words = roughly(Math.abs(seconds));
  return seconds > 0 ? `in ${words}` : `${words} ago`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** The largest unit alone, rounded, as people say it: 59 min 50 s is an hour. */
function roughly(seconds: number): string {
  const [name, size] = UNITS.find(([, unit]) => seconds >= unit * 0.99) ?? ['s', 1];
  return `${Math.round(seconds / size)} ${name}`;
}
