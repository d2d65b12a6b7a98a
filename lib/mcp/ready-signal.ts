import type { Doorbell } from '../signals/doorbell';

/**
 * One waiter's ear at the doorbell. A ring between two waits is not lost: it starts listening when made, and the next wait
 * returns at once.
 */
export class ReadySignal {
  #rung = false;
  #wake: (() => void) | undefined;
  /** Stops listening. */
  readonly stop: () => void;

  /** @param queue only todos of this queue count; all of the endpoint's when undefined */
  constructor(bell: Pick<Doorbell, 'listen'>, endpointId: string, queue: string | undefined) {
    const rung = () => {
      this.#rung = true;
      this.#wake?.();
    };
    this.stop = bell.listen(endpointId, {
      ready: (ready) => {
        if (ready.queue === undefined || queue === undefined || ready.queue === queue) rung();
      },
      missed: rung,
    });
  }

  /** Resolves at the next ring, when the time is over, or when the call is aborted. */
  async next(timeoutMs: number, aborted: AbortSignal): Promise<void> {
    if (!this.#rung && !aborted.aborted) await this.#wait(timeoutMs, aborted);
    this.#rung = false;
  }

  async #wait(timeoutMs: number, aborted: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      aborted.addEventListener('abort', this.#wake, { once: true });
    });
    if (this.#wake) aborted.removeEventListener('abort', this.#wake);
    this.#wake = undefined;
  }
}
