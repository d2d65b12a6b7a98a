/**
 * Whether text names a time zone that this machine knows. `UTC` counts.
 * @param zone an IANA name such as `Europe/Vienna`
 */
export function isZone(zone: string): boolean {
  try {
    // An offset such as `+02:00` is taken by some engines and not by others.
    return /^[A-Za-z]/.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== '';
  } catch {
    return false;
  }
}

/** Every zone there is to choose from, UTC first. */
export function zones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/**
 * A point in time with date and zone: `2026-09-22 18:35:00 Europe/Vienna`. Put together from parts, so that server and browser
 * write the same.
 * @param iso in RFC 3339
 * @param zone an IANA name; undefined is UTC
 */
export function fullTime(iso: string, zone = 'UTC'): string {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day, hour, minute, second] = PARTS.map((type) => parts.get(type));
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${zone}`;
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one costs more than using it a hundred times, and there are only as many as zones. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const two = '2-digit';
  const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...fields });
  formats.set(zone, format);
  return format;
}
