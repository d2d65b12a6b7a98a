/**
 * Seconds a failed todo waits before its next try, by attempt: the first entry is for attempt 1, the last one for every
 * attempt from there on (SPEC-0003 R5). SQL receives it as a bound array.
 */
export const BACKOFF_SECONDS: readonly number[] = [30, 60, 120, 240, 480, 900];

/**
 * The wait after a failed attempt.
 * @param attempt the todo's attempt counter, from 1
 * @returns seconds
 */
export function backoffSeconds(attempt: number): number {
  const index = Math.min(Math.max(attempt, 1), BACKOFF_SECONDS.length) - 1;
  return BACKOFF_SECONDS[index] ?? 0;
}
