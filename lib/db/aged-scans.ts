const INTERVAL_MS = 1_000;
const KEYS_MAX = 10_000;

/**
 * When this process last looked for due retries and lapsed leases, per endpoint and queues. It only decides how often to look
 * while other work is pending (SPEC-0003 R4); whether a lease has lapsed is the database's to say.
 */
export class AgedScans {
  readonly #lastAt = new Map<string, number>();

  /** True at most once a second for the same endpoint and queues; saying so starts the second. */
  isDue(endpointId: string, queues: readonly string[]): boolean {
    const key = `${endpointId} ${queues.join('\n')}`;
    const now = performance.now();
    if (now - (this.#lastAt.get(key) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return false;
    if (this.#lastAt.size >= KEYS_MAX) this.#lastAt.clear();
    this.#lastAt.set(key, now);
    return true;
  }
}
