import type { Subscriber } from './bus';

/** A todo that has just become claimable, as it travels between processes: ids only. */
export interface Ready {
  readonly todoId: string;
  readonly endpointId: string;
  /** Unknown when another process told of it. */
  readonly queue?: string | undefined;
}

/** Whoever waits in this process for an endpoint's todos. */
export interface Ear {
  /** A todo of the endpoint has become claimable. */
  ready(ready: Ready): void;
  /** Some may have, of which nothing was heard: the link to the other processes was down for so long. */
  missed(seconds: number): void;
}

/** Who waits in this process for work to become claimable, by endpoint: the tenant boundary comes first (SPEC-0003 R9). */
export class Doorbell {
  readonly #ears = new Map<string, Set<Ear>>();

  /** @returns ends the listening */
  listen(endpointId: string, ear: Ear): () => void {
    const ears = this.#ears.get(endpointId) ?? new Set();
    this.#ears.set(endpointId, ears.add(ear));
    return () => {
      ears.delete(ear);
      if (ears.size === 0 && this.#ears.get(endpointId) === ears) this.#ears.delete(endpointId);
    };
  }

  ring(ready: Ready): void {
    for (const ear of this.#ears.get(ready.endpointId) ?? []) ear.ready(ready);
  }

  /** Tells everybody that something may have been missed. */
  ringAll(missedSeconds: number): void {
    for (const ears of this.#ears.values()) for (const ear of ears) ear.missed(missedSeconds);
  }
}

/** Rings this process's own doorbell at once, so that a wake-up never waits for the database. */
export function ringLocally(doorbell: Doorbell): Subscriber {
  return (event) => {
    if (event.ready) doorbell.ring({ todoId: event.todoId, endpointId: event.endpointId, queue: event.queue });
  };
}
