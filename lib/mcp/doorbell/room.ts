import type { Ring } from '../../queue/ring';
import type { EndpointScope } from '../../queue/scope';

/** An open stream that can be rung. */
export interface Listener {
  readonly scope: EndpointScope;
  /** The MCP session it belongs to; undefined for a plain event stream. */
  readonly sessionId?: string;
  /** The `at` of the last ring it had before it came back, if it says so. */
  readonly since?: string | undefined;
  ring(ring: Ring): void;
  /** Its session is subscribed to this queue, in which something is claimable. */
  updated?(queue: string): void;
}

/** One listener's place in its room. */
export interface Seat {
  readonly listener: Listener;
  /** What it was rung for before it was greeted; undefined afterwards. */
  early: Set<string> | undefined;
}

/** All open streams of one endpoint in this process, and whose turn it is. */
export class Room {
  readonly #seats: Seat[] = [];
  #turn = 0;
  #rungAt = performance.now();

  enter(listener: Listener): Seat {
    const seat: Seat = { listener, early: new Set() };
    this.#seats.push(seat);
    return seat;
  }

  leave(seat: Seat): void {
    const index = this.#seats.indexOf(seat);
    if (index === -1) return;
    this.#seats.splice(index, 1);
    if (index < this.#turn) this.#turn -= 1;
  }

  has(seat: Seat): boolean {
    return this.#seats.includes(seat);
  }

  get isEmpty(): boolean {
    return this.#seats.length === 0;
  }

  /** How long nobody here has been rung. */
  get quietMs(): number {
    return performance.now() - this.#rungAt;
  }

  /** Rings one listener, each in its turn. @returns false when there is none any more */
  ring(ring: Ring): boolean {
    const seat = this.#seats[this.#turn] ?? this.#seats[0];
    if (seat === undefined) return false;
    this.#turn = this.#seats.indexOf(seat) + 1;
    this.#rungAt = performance.now();
    seat.early?.add(ring.todoId);
    seat.listener.ring(ring);
    return true;
  }

  /** Rings a newcomer for what was there before it, but for nothing twice. @returns how many rings that were */
  greet(seat: Seat, rings: readonly Ring[]): number {
    const unheard = rings.filter((ring) => !seat.early?.has(ring.todoId));
    seat.early = undefined;
    this.#rungAt = performance.now();
    for (const ring of unheard) seat.listener.ring(ring);
    for (const [queue, sessionIds] of subscribersOf(unheard)) update(seat.listener, queue, sessionIds);
    return unheard.length;
  }

  /** Tells every subscribed listener of the queues in which something is claimable, once a queue. */
  update(rings: readonly Ring[]): void {
    for (const [queue, sessionIds] of subscribersOf(rings)) {
      for (const { listener } of [...this.#seats]) update(listener, queue, sessionIds);
    }
  }
}

function subscribersOf(rings: readonly Ring[]): Map<string, readonly string[]> {
  return new Map(rings.filter((ring) => ring.subscribers.length > 0).map((ring) => [ring.queue, ring.subscribers]));
}

function update(listener: Listener, queue: string, sessionIds: readonly string[]): void {
  if (listener.sessionId !== undefined && sessionIds.includes(listener.sessionId)) listener.updated?.(queue);
}
