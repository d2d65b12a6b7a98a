import type { Log } from './log';

/** For the clean-up, and once more for what comes after it; the launcher's patience is longer. */
const DEADLINE_MS = 4_500;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Runs a clean-up before whoever handled the signals so far gets them: Next closes its server only after the streams that it
 * would wait for have ended. The launcher's death counts as a signal, so that no orphan keeps the port.
 * @param cleanUp given a deadline, after which the process ends all the same
 */
export function shutDownOnSignals(log: Log, cleanUp: () => Promise<void>): void {
  let started = false;
  const saved = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  const shutDown = async (signal: (typeof SIGNALS)[number]) => {
    if (started) return;
    started = true;
    log.info({ event: 'shutdown', signal });
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, DEADLINE_MS).unref());
    await Promise.race([cleanUp().catch(() => {}), deadline]);
    const listeners = saved.get(signal) ?? [];
    if (listeners.length === 0) process.exit(0);
    setTimeout(() => process.exit(0), DEADLINE_MS).unref();
    for (const listener of listeners) listener.call(process, signal);
  };
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, () => void shutDown(signal));
  }
  process.once('disconnect', () => void shutDown('SIGTERM'));
}
