import type { Destination } from './dial';
import { Link, type OpenDriver } from './link';
import { connectionError, type Statement } from './statement';

/** How many connections, and for how long a caller is kept. Without limits in time a silent database is waited for without end. */
export interface PoolBounds {
  readonly max: number;
  /** How long a statement waits for a connection while none comes free at all, and how long it then may take. */
  readonly patience?: { readonly waitMs: number; readonly answerMs: number } | undefined;
}

/** What a pool is doing right now. */
export interface PoolFigures {
  readonly max: number;
  readonly open: number;
  readonly inUse: number;
  readonly waiting: number;
  /** How often a connection has come free so far: while this grows, the database answers. */
  readonly freed: number;
}

interface Waiter {
  readonly since: number;
  readonly take: (link: Link) => void;
  readonly refuse: (error: unknown) => void;
}

const TICK_MS = 250;
const LIFETIME_MS = 30 * 60_000;
const PAUSE_FIRST_MS = 100;
const PAUSE_MAX_MS = 1_000;

/**
 * Connections to one database, each serving one caller at a time. Time is counted in ticks of the process rather than read off a
 * clock, so that a process that was held up does not take its database for dead. After a failed attempt to connect there is a
 * pause; whoever waited for that attempt is refused with it, and the next callers wait for the next one.
 */
export class Pool {
  readonly #idle: Link[] = [];
  readonly #busy = new Set<Link>();
  readonly #waiting = new Set<Waiter>();
  #tick = 0;
  /** Ticks in which no connection came free: what a waiter's patience is counted in, so that a long queue that moves is no outage. */
  #stalled = 0;
  #freed = 0;
  #freedBefore = 0;
  #clock: NodeJS.Timeout | undefined;
  #failures = 0;
  #retryAt = 0;
  #ended = false;
  #drained: (() => void) | undefined;

  constructor(
    private readonly open: OpenDriver,
    private readonly destination: Destination,
    private readonly bounds: PoolBounds,
  ) {}

  get figures(): PoolFigures {
    const [inUse, waiting] = [this.#busy.size, this.#waiting.size];
    return { max: this.bounds.max, open: inUse + this.#idle.length, inUse, waiting, freed: this.#freed };
  }

  /** Has a statement that somebody awaits executed on a connection of its own. */
  execute(statement: Statement): void {
    this.#take(
      (link) => link.serve(statement, () => this.give(link)),
      (error) => statement.reject(error),
    );
  }

  /** A connection for several statements; whoever takes one gives it back. */
  take(): Promise<Link> {
    return new Promise((resolve, reject) => this.#take(resolve, reject));
  }

  give(link: Link): void {
    this.#busy.delete(link);
    if (!link.dead) this.#freed += 1;
    const isOld = performance.now() - link.bornAt > LIFETIME_MS;
    if (link.dead || isOld || this.#ended) this.#retire(link);
    else {
      this.#failures = 0;
      link.proven = true;
      this.#idle.push(link);
    }
    this.#serveWaiting();
    if (this.#busy.size === 0) this.#drained?.();
  }

  /** Notes that a connection was given something to do. */
  touch(link: Link): void {
    link.busySince = this.#tick;
  }

  /** Lets a connection be kept for as long as its taker likes. */
  keep(link: Link): void {
    link.busySince = Number.POSITIVE_INFINITY;
  }

  /** @param timeoutMs how long what is under way may still take */
  async end(timeoutMs: number | undefined): Promise<void> {
    this.#ended = true;
    this.#serveWaiting();
    if (this.#busy.size > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
        if (timeoutMs !== undefined) setTimeout(resolve, timeoutMs);
      });
    }
    for (const link of this.#busy) link.cut(ended());
    await Promise.all(this.#idle.splice(0).map((link) => link.end()));
    clearInterval(this.#clock);
  }

  #take(take: (link: Link) => void, refuse: (error: unknown) => void): void {
    this.#clock ??= setInterval(() => this.#onTick(), TICK_MS).unref();
    const link = this.#ended || this.#waiting.size > 0 ? undefined : this.#available();
    if (link) this.#lend(link, take);
    else {
      this.#waiting.add({ since: this.#stalled, take, refuse });
      this.#serveWaiting();
    }
  }

  #lend(link: Link, take: (link: Link) => void): void {
    this.#busy.add(link);
    this.touch(link);
    take(link);
  }

  #serveWaiting(): void {
    if (this.#ended) this.#refuseWaiting(ended());
    for (const waiter of this.#waiting) {
      const link = this.#available();
      if (link === undefined) return;
      this.#waiting.delete(waiter);
      this.#lend(link, waiter.take);
    }
  }

  #refuseWaiting(error: unknown): void {
    for (const waiter of this.#waiting) waiter.refuse(error);
    this.#waiting.clear();
  }

  #available(): Link | undefined {
    for (let link = this.#idle.pop(); link; link = this.#idle.pop()) {
      if (!link.dead) return link;
    }
    return this.#mayOpen() ? new Link(this.open, this.destination) : undefined;
  }

  /** While attempts fail there is one at a time, and a pause after each. */
  #mayOpen(): boolean {
    if (this.#busy.size >= this.bounds.max) return false;
    if (this.#failures === 0) return true;
    return performance.now() >= this.#retryAt && ![...this.#busy].some((link) => !link.proven);
  }

  #retire(link: Link): void {
    void link.end();
    if (link.proven || this.#ended) return;
    if (performance.now() >= this.#retryAt) {
      const pauseMs = Math.min(PAUSE_FIRST_MS * 2 ** this.#failures, PAUSE_MAX_MS);
      this.#retryAt = performance.now() + pauseMs;
      this.#failures += 1;
      setTimeout(() => this.#serveWaiting(), pauseMs + 1).unref();
    }
    if (this.#busy.size === 0) this.#refuseWaiting(link.fault);
  }

  #onTick(): void {
    this.#tick += 1;
    const { patience } = this.bounds;
    if (this.#freed === this.#freedBefore) this.#stalled += 1;
    this.#freedBefore = this.#freed;
    const isOver = (ticks: number, limitMs: number) => ticks * TICK_MS > limitMs;
    if (patience) {
      for (const waiter of this.#waiting) {
        if (!isOver(this.#stalled - waiter.since, patience.waitMs)) break;
        this.#waiting.delete(waiter);
        waiter.refuse(connectionError('ETIMEDOUT', 'no connection to the database came free in time'));
      }
      for (const link of this.#busy) {
        if (isOver(this.#tick - link.busySince, patience.answerMs))
          link.cut(connectionError('ETIMEDOUT', 'the database did not answer in time'));
      }
    }
    this.#serveWaiting();
    if (this.#busy.size + this.#waiting.size > 0) return;
    clearInterval(this.#clock);
    this.#clock = undefined;
  }
}

function ended(): Error {
  return connectionError('CONNECTION_ENDED', 'the connection to the database was ended');
}
