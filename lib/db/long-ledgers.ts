const KEPT_MS = 60_000;
const KEYS_MAX = 10_000;

/** How many todos are done, as far as a bounded look could tell. */
export interface DoneCount {
  readonly done: number;
  /** Todos were left out of the look: there may be more that are done. */
  readonly doneAtLeast: boolean;
}

/**
 * What this process last counted in ledgers that are too long to be counted at every look. It is kept for a minute, in which such a
 * count changes by little or, being beyond the cap, not at all.
 */
export class LongLedgers {
  readonly #counted = new Map<string, DoneCount & { readonly until: number }>();

  /** @param key whose todos, and in which queue */
  recall(key: string): DoneCount | undefined {
    const known = this.#counted.get(key);
    return known !== undefined && known.until > performance.now() ? known : undefined;
  }

  keep(key: string, count: DoneCount): void {
    if (this.#counted.size >= KEYS_MAX) this.#counted.clear();
    this.#counted.set(key, { ...count, until: performance.now() + KEPT_MS });
  }
}
