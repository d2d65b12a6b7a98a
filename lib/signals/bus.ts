import type { TodoEvent } from '../queue/events';

export type Subscriber = (event: TodoEvent) => void;

/** Carries committed transitions to whoever counts, logs or rings. A failing subscriber harms neither the others nor the caller. */
export class Bus {
  readonly #subscribers = new Set<Subscriber>();

  /** @param onError told what a subscriber threw */
  constructor(private readonly onError: (error: unknown) => void) {}

  /** @returns ends the subscription */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  publish(event: TodoEvent): void {
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(event);
      } catch (error) {
        this.onError(error);
      }
    }
  }
}
