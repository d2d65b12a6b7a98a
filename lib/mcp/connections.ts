import type { Db } from '../db/connection';
import { type HeldSession, heldKey, openSessions } from '../store/mcp-sessions/open-sessions';
import { touchSessions } from '../store/mcp-sessions/touch-sessions';
import type { RequestId } from './json-rpc';

const CHECK_EVERY_MS = 1_000;
const TOUCH_EVERY_MS = 5 * 60_000;

/** Why something held open ends: its client no longer wants the answer, or nothing can be answered any more. */
export type Ending = 'canceled' | 'over';

/** Something that this process holds open: a session's GET stream, a call that waits, or an event stream without a session. */
export interface Held extends HeldSession {
  /** The waiting call's id; undefined for a stream. */
  readonly requestId?: RequestId;
  /** When its stream was opened, and the newest opening of that session that was heard of, here or elsewhere. */
  readonly opening?: { at: number; newest: number };
  /** Ends it; called at most once. */
  readonly close: (ending: Ending) => void;
}

/**
 * All that a process holds open. Each ends when its client goes, its session ends, its credential is revoked or rotated on
 * any instance, or the process shuts down. One statement checks them all, so idle sessions cost nothing each.
 */
export class Connections {
  readonly #held = new Set<Held>();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #touchedAt = performance.now();

  /** @param shutdown aborts when the process is to stop */
  constructor(
    private readonly db: Db,
    private readonly shutdown: AbortSignal,
    private readonly onError: (error: unknown) => void,
  ) {
    shutdown.addEventListener('abort', () => this.#closeWhere(() => true), { once: true });
  }

  /**
   * @param client aborts when the client has gone
   * @returns lets go of it without closing it
   */
  hold(held: Held, client: AbortSignal): () => void {
    const release = () => {
      client.removeEventListener('abort', onGone);
      this.#held.delete(held);
      if (this.#held.size === 0) this.#stopChecking();
    };
    const onGone = () => this.#close(held);
    client.addEventListener('abort', onGone, { once: true });
    this.#held.add(held);
    this.#timer ??= setInterval(() => this.#checkOnce(), CHECK_EVERY_MS).unref();
    if (client.aborted || this.shutdown.aborted) this.#close(held);
    return release;
  }

  /** Open streams of this process. */
  get streams(): number {
    return [...this.#held].filter((held) => held.requestId === undefined).length;
  }

  /**
   * Ends one waiting call, because its client said that it no longer wants the answer.
   * @returns false when this process holds no such call
   */
  cancel(sessionId: string, requestId: RequestId): boolean {
    const before = this.#held.size;
    this.#closeWhere((held) => held.sessionId === sessionId && held.requestId === requestId, 'canceled');
    return this.#held.size < before;
  }

  endStream(sessionId: string): void {
    this.#closeWhere((held) => held.sessionId === sessionId && held.requestId === undefined);
  }

  /** Notes when a stream was opened, which is known a moment later; a newer opening heard of meanwhile ends it. */
  placeStream(held: Held, at: number): void {
    if (!held.opening) return;
    held.opening.at = at;
    if (held.opening.newest > at) this.#close(held);
  }

  /** Ends a session's stream here because a newer one was opened elsewhere. */
  supersedeStream(sessionId: string, at: number): void {
    this.#closeWhere(({ sessionId: id, opening }) => {
      if (id !== sessionId || !opening) return false;
      opening.newest = Math.max(opening.newest, at);
      return at > opening.at;
    });
  }

  endSession(sessionId: string): void {
    this.#closeWhere((held) => held.sessionId === sessionId);
  }

  /** A check that the database is slow to answer is not joined by others. */
  #checkOnce(): void {
    this.#checking ??= this.#check()
      .catch(this.onError)
      .finally(() => {
        this.#checking = undefined;
      });
  }

  /** Ends all whose session or credential has ended meanwhile, wherever that happened. */
  async #check(): Promise<void> {
    const asked = new Set(this.#held);
    if (asked.size === 0) return;
    const open = await openSessions(this.db, [...asked]);
    this.#closeWhere((held) => asked.has(held) && !open.has(heldKey(held)));
    if (performance.now() - this.#touchedAt < TOUCH_EVERY_MS) return;
    this.#touchedAt = performance.now();
    const sessionIds = new Set([...asked].map((held) => held.sessionId));
    await touchSessions(
      this.db,
      [...sessionIds].filter((id) => id !== undefined),
    );
  }

  #closeWhere(matches: (held: Held) => boolean, ending: Ending = 'over'): void {
    for (const held of [...this.#held].filter(matches)) this.#close(held, ending);
  }

  #close(held: Held, ending: Ending = 'over'): void {
    if (!this.#held.delete(held)) return;
    if (this.#held.size === 0) this.#stopChecking();
    held.close(ending);
  }

  #stopChecking(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
