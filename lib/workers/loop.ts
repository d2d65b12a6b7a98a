import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a duty now and then again after each pause, never overlapping itself, until the signal aborts.
 * @param intervalMs the pause between two runs
 * @param runOnce one run; it should obey the same signal
 * @param onError told of a run that threw; the loop goes on
 * @returns settles when the loop has ended
 */
export async function every(
  intervalMs: number,
  runOnce: () => Promise<void>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await runOnce();
    } catch (error) {
      onError(error);
    }
    await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
