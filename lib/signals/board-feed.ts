import type { Sql } from '../db/connection';
import { CHANGES_CHANNEL, type Change, type ChangeMessage } from './change-notifier';

const ANNOUNCE_EVERY_MS = 20_000;
/** Word of a watcher is good for three announcements. */
const WATCHING_MS = 60_000;
const OWNERS_MAX = 10_000;

type Listener = (changes: readonly Change[]) => void;

/**
 * Who looks at a Board in this process, by human, and which other processes have somebody looking. A change is told to the
 * human whose endpoint it is and to nobody else (SPEC-0034 REQ-10).
 */
export class BoardFeed {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #elsewhere = new Map<string, number>();
  /** Whose an endpoint is never changes. */
  readonly #owners = new Map<string, string>();
  #announcer: NodeJS.Timeout | undefined;

  constructor(
    private readonly needs: {
      readonly sql: Sql;
      readonly self: string;
      /** The human of each endpoint; absent ones are left out. */
      readonly ownersOf: (endpointIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
      readonly onError: (error: unknown) => void;
    },
  ) {}

  /** How many streams are open in this process. */
  get size(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Whether anybody looks: in this process, in another. */
  readonly audience = (): { here: boolean; elsewhere: boolean } => {
    const now = performance.now();
    for (const [process, until] of this.#elsewhere) if (until < now) this.#elsewhere.delete(process);
    return { here: this.#listeners.size > 0, elsewhere: this.#elsewhere.size > 0 };
  };

  /**
   * @param onChanges told of the human's changes, never of another's
   * @returns ends the subscription
   */
  listen(humanId: string, onChanges: Listener): () => void {
    const listeners = this.#listeners.get(humanId) ?? new Set();
    this.#listeners.set(humanId, listeners.add(onChanges));
    this.#announcer ??= setInterval(() => this.#announce(true), ANNOUNCE_EVERY_MS).unref();
    if (this.size === 1) this.#announce(true);
    return () => {
      listeners.delete(onChanges);
      if (listeners.size === 0 && this.#listeners.get(humanId) === listeners) this.#listeners.delete(humanId);
      if (this.#listeners.size > 0 || this.#announcer === undefined) return;
      clearInterval(this.#announcer);
      this.#announcer = undefined;
      this.#announce(false);
    };
  }

  /** Tells those in this process who may know of these changes. */
  readonly deliver = (changes: readonly Change[]): void => {
    if (this.#listeners.size > 0) this.#deliver(changes).catch(this.needs.onError);
  };

  /** Takes a message of another process; one that is not of ours is ignored. */
  readonly take = (text: string): void => {
    const message = parseMessage(text);
    if (!message || message.from === this.needs.self) return;
    if ('changes' in message) {
      const changes = message.changes.map(([endpointId, todoId, kind]) => ({
        endpointId,
        todoId: todoId ?? undefined,
        kind,
      }));
      this.deliver(changes);
    } else if ('watching' in message) {
      if (message.watching) this.#elsewhere.set(message.from, performance.now() + WATCHING_MS);
      else this.#elsewhere.delete(message.from);
    } else if ('asks' in message && this.#listeners.size > 0) {
      this.#announce(true);
    }
  };

  /** To be called when listening begins or begins again: asks the others who looks, and makes up for what was missed. */
  readonly resume = (): void => {
    this.#send({ from: this.needs.self, asks: true });
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener([]);
  };

  async #deliver(changes: readonly Change[]): Promise<void> {
    const unknown = [...new Set(changes.map(({ endpointId }) => endpointId))].filter((id) => !this.#owners.has(id));
    if (unknown.length > 0) {
      if (this.#owners.size > OWNERS_MAX) this.#owners.clear();
      for (const [endpointId, humanId] of await this.needs.ownersOf(unknown)) this.#owners.set(endpointId, humanId);
    }
    for (const [humanId, listeners] of this.#listeners) {
      const own = changes.filter(({ endpointId }) => this.#owners.get(endpointId) === humanId);
      if (own.length > 0) for (const listener of listeners) listener(own);
    }
  }

  #announce(watching: boolean): void {
    this.#send({ from: this.needs.self, watching });
  }

  #send(message: ChangeMessage): void {
    this.needs.sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(message)})`.then(() => {}, this.needs.onError);
  }
}

function parseMessage(text: string): ChangeMessage | undefined {
  try {
    const message = JSON.parse(text) as ChangeMessage;
    const isOurs = typeof message.from === 'string' && ('changes' in message ? Array.isArray(message.changes) : true);
    return isOurs ? message : undefined;
  } catch {
    return undefined;
  }
}
