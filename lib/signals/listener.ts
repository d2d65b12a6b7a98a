import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';

const PROBE_EVERY_MS = 2_500;
const DEAF_AFTER_PROBES = 3;
const PAUSE_MS = 1_000;
const OPEN_WITHIN_MS = 5_000;

interface ListenerOptions {
  /** Opens a direct connection; called again whenever the one before has died. */
  readonly connect: () => postgres.Sql;
  /** Sends an empty message over another connection than the one that listens. */
  readonly notify: (channel: string) => Promise<unknown>;
  /** A channel of this process's own, on which it hears whether it still hears. */
  readonly probeChannel: string;
  /** What is done with a message, by channel. */
  readonly channels: Readonly<Record<string, (text: string) => void>>;
  /** Told when listening goes on after it was interrupted, with how long ago something was heard for certain. */
  readonly onResumed: (silentSeconds: number) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Listens to the database's channels for as long as the process lives. A connection that closes is noticed at once; one that is
 * only half open, because the process no longer hears what it tells itself. No message and no failure ends the listening.
 */
export class Listener {
  readonly #ended = new AbortController();
  #client: postgres.Sql | undefined;
  #heardAt = performance.now();
  #unanswered = 0;
  #probing = false;
  #kept: Promise<void> | undefined;

  constructor(private readonly options: ListenerOptions) {}

  /** @throws when the database cannot be reached; later failures are told to `onError` and mended */
  async start(): Promise<void> {
    await this.#open();
    this.#kept = this.#keep();
  }

  async end(): Promise<void> {
    this.#ended.abort();
    // Closing ends an opening that is still under way, too.
    await this.#close();
    await this.#kept;
  }

  async #open(): Promise<void> {
    const { connect, channels, probeChannel } = this.options;
    this.#ended.signal.throwIfAborted();
    const client = connect();
    this.#client = client;
    this.#unanswered = 0;
    const listen = async () => {
      for (const [channel, take] of Object.entries(channels)) {
        await client.listen(channel, (text) => this.#hear(() => take(text)));
      }
      // Confirmed last, and again after every reconnection that the driver makes by itself: from here on all is heard.
      await client.listen(
        probeChannel,
        () => this.#hear(() => {}),
        () => this.#resume(),
      );
    };
    await within(OPEN_WITHIN_MS, listen());
  }

  async #keep(): Promise<void> {
    while (await this.#pause(PROBE_EVERY_MS)) {
      if (this.#unanswered < DEAF_AFTER_PROBES) this.#probe();
      else await this.#reopen();
    }
  }

  /** Probes are counted, not timed: a process that was held up has not gone deaf. */
  #probe(): void {
    this.#unanswered += 1;
    if (this.#probing) return;
    this.#probing = true;
    this.options
      .notify(this.options.probeChannel)
      .catch(this.options.onError)
      .finally(() => {
        this.#probing = false;
      });
  }

  async #reopen(): Promise<void> {
    this.options.onError(new Error('nothing is heard from the database any more; listening anew'));
    do {
      try {
        await this.#close();
        await this.#open();
        return;
      } catch (error) {
        this.options.onError(error);
      }
    } while (await this.#pause(PAUSE_MS));
  }

  #hear(take: () => void): void {
    this.#heardAt = performance.now();
    this.#unanswered = 0;
    try {
      take();
    } catch (error) {
      this.options.onError(error);
    }
  }

  #resume(): void {
    const silentSeconds = (performance.now() - this.#heardAt) / 1_000;
    this.#hear(() => this.options.onResumed(silentSeconds));
  }

  async #close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end({ timeout: 0 }).catch(this.options.onError);
  }

  /** @returns false when the listening is to end */
  async #pause(ms: number): Promise<boolean> {
    await sleep(ms, undefined, { signal: this.#ended.signal, ref: false }).catch(() => {});
    return !this.#ended.signal.aborted;
  }
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
