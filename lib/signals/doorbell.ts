import type { Subscriber } from './bus';

/** A todo that has just become claimable, as it travels between processes: ids only. */
export interface Ready {
  readonly todoId: string;
  readonly endpointId: string;
  /** Unknown when another process told of it. */
  readonly queue?: string | undefined;
}

type Listener = (ready: Ready | undefined) => void;

/** Who waits in this process for work to become claimable, by endpoint: the tenant boundary comes first (SPEC-0003 R9). */
export class Doorbell {
  readonly #listeners = new Map<string, Set<Listener>>();

  /**
   * @param onReady told of each claimable todo of the endpoint, and of `undefined` when some may have been missed
   * @returns ends the subscription
   */
  listen(endpointId: string, onReady: Listener): () => void {
    const listeners = this.#listeners.get(endpointId) ?? new Set();
    this.#listeners.set(endpointId, listeners.add(onReady));
    return () => {
      listeners.delete(onReady);
      if (listeners.size === 0) this.#listeners.delete(endpointId);
    };
  }

  ring(ready: Ready): void {
    for (const listener of this.#listeners.get(ready.endpointId) ?? []) listener(ready);
  }

  /** Wakes everybody: the link to the other processes was down for a while. */
  ringAll(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(undefined);
  }
}

/** Rings this process's own doorbell at once, so that a wake-up never waits for the database. */
export function ringLocally(doorbell: Doorbell): Subscriber {
  return (event) => {
    if (event.ready) doorbell.ring({ todoId: event.todoId, endpointId: event.endpointId, queue: event.queue });
  };
}
