import { invalid } from './errors';

export const LEASE_TTL_MAX_SECONDS = 86_400;

/**
 * The lease a claim or heartbeat asks for, in whole seconds: the default when absent, clamped above a day.
 * @throws QueueError `invalid` below one second or for a fraction
 */
export function parseLeaseTtl(operation: string, seconds: number | undefined, defaultSeconds: number): number {
  if (seconds === undefined) return defaultSeconds;
  if (!Number.isInteger(seconds) || seconds < 1) {
    throw invalid(
      operation,
      'lease_ttl_seconds',
      `must be a whole number of seconds from 1 to ${LEASE_TTL_MAX_SECONDS}`,
    );
  }
  return Math.min(seconds, LEASE_TTL_MAX_SECONDS);
}
