import { toEvent } from './http';

const KEEP_ALIVE_MS = 14_000;
const UNREAD_MAX = 256;

/**
 * One open event stream: what is sent is handed to the reader at once, a comment goes out when all is quiet, and nothing is
 * kept once it is closed. A reader that does not keep up is dropped rather than buffered for without bound.
 */
export class SseStream implements AsyncIterable<string> {
  #unread: string[] = [': open\n\n'];
  #wake: (() => void) | undefined;
  #closed = false;
  readonly #keepAlive: NodeJS.Timeout;
  readonly #onClosed: () => void;

  /** @param onClosed called once, whoever ends the stream: the reader, the server or the bound on unread chunks */
  constructor(onClosed: () => void = () => {}) {
    this.#onClosed = onClosed;
    this.#keepAlive = setInterval(() => this.#push(': keep-alive\n\n'), KEEP_ALIVE_MS);
    this.#keepAlive.unref();
  }

  /** Sends one JSON-RPC message. */
  send(message: object): void {
    this.#push(toEvent(message));
  }

  /** Sends one event of a name of its own, which a client that comes back can tell as the last one it had. */
  sendEvent({ id, event, data }: { readonly id: string; readonly event: string; readonly data: object }): void {
    this.#push(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Ends the stream after what was sent so far. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#keepAlive);
    this.#wake?.();
    this.#onClosed();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    try {
      for (;;) {
        const chunks = this.#unread.splice(0);
        if (chunks.length > 0) yield chunks.join('');
        else if (this.#closed) return;
        else await this.#nextChange();
      }
    } finally {
      this.close();
    }
  }

  #push(chunk: string): void {
    if (this.#closed) return;
    this.#unread.push(chunk);
    if (this.#unread.length > UNREAD_MAX) {
      this.#unread = [];
      this.close();
    }
    this.#wake?.();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
