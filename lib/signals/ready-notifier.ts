import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../db/connection';
import type { Subscriber } from './bus';

export const READY_CHANNEL = 'todo_ready';

/** What travels between processes when a todo becomes claimable: ids only, far below what NOTIFY can carry. */
export interface ReadyMessage {
  readonly todo_id: string;
  readonly endpoint_id: string;
  /** The process that tells, which has rung its own doorbell already. */
  readonly from: string;
}

const MESSAGES_PER_STATEMENT = 100;
const WAITING_MAX = 10_000;
const TRIES = 3;
const PAUSE_MS = 250;

/**
 * Tells the other processes, outside the transition's transaction and coalesced: what becomes claimable while a NOTIFY is on
 * its way leaves with the next one. A lost one loses nothing, for polling finds the work.
 */
export class ReadyNotifier {
  #waiting: string[] = [];
  #sending: Promise<void> | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly from: string,
    private readonly onError: (error: unknown) => void,
  ) {}

  readonly subscriber: Subscriber = (event) => {
    if (!event.ready || this.#waiting.length >= WAITING_MAX) return;
    const message: ReadyMessage = { todo_id: event.todoId, endpoint_id: event.endpointId, from: this.from };
    this.#waiting.push(JSON.stringify(message));
    this.#sending ??= this.#send();
  };

  /** Resolves when all that was published so far has been sent. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const messages = this.#waiting.slice(0, MESSAGES_PER_STATEMENT);
        await this.#tell(messages);
        this.#waiting.splice(0, messages.length);
      }
    } catch (error) {
      this.#waiting = [];
      this.onError(error);
    } finally {
      this.#sending = undefined;
    }
  }

  /** A connection that has just died is not what other processes should have to wait for. */
  async #tell(messages: string[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.sql`select pg_notify(${READY_CHANNEL}, message) from unnest(${messages}::text[]) as message`;
        return;
      } catch (error) {
        if (tries === TRIES) throw error;
        await sleep(tries * PAUSE_MS);
      }
    }
  }
}
