import { isZone } from '@/lib/board/zone-time';

export const ZONE_COOKIE = 'switchboard.zone';

/** The chosen time zone; undefined is UTC. */
export function parseZone(value: unknown): string | undefined {
  return typeof value === 'string' && value !== 'UTC' && isZone(value) ? value : undefined;
}
