import type { Db } from '../../db/connection';
import { QueueError } from '../../queue/errors';
import type { Ring } from '../../queue/ring';
import type { Doorbell } from '../../signals/doorbell';
import { ringOldest, ringSince } from '../../store/doorbell/ring-claimable';
import { ringAgain, ringMissed } from '../../store/doorbell/ring-pending';
import { ringTold, type ToldRing, type ToldTodo } from '../../store/doorbell/ring-told';
import type { Listener, Room, Seat } from './room';
import { Rooms } from './rooms';

/** What became of a ring: written to a stream, suppressed by the gate, too late, for nobody any more, or not to be had from the database. */
export type RingResult = 'rung' | 'gated' | 'gone' | 'no_stream' | 'failed';

export interface RingerDeps {
  readonly db: Db;
  readonly bell: Pick<Doorbell, 'listen'>;
  /** How long a ring suppresses the next one of the same todo. */
  readonly gateMs: number;
  readonly onRing: (result: RingResult, count: number) => void;
  readonly onError: (error: unknown) => void;
}

interface Newcomer {
  readonly room: Room;
  readonly seat: Seat;
  /** Called when it has been greeted, or could not be. */
  readonly onGreeted: () => void;
}

const GREETED_FOR = 3;
const GREETED_WITHIN_MS = 500;
const RESUMED_FOR = 100;
const TICK_MS = 5_000;
const QUIET_MS = 5 * 60_000;
const TOLD_PER_STATEMENT = 100;
const TOLD_MAX = 10_000;
/** What was committed a moment before a silence began may not have been heard either. */
const MISSED_MARGIN_MS = 5_000;

/**
 * Rings the streams that are open in this process, and asks the database for nothing while there are none. All that is to be done
 * stands in one line, so that a burst becomes a few statements and no claim ever waits for a ring.
 */
export class Ringer {
  readonly #rooms: Rooms;
  readonly #told = new Map<string, ToldTodo>();
  readonly #newcomers: Newcomer[] = [];
  /** Those whose greeting failed; the next tick tries again. */
  readonly #postponed: Newcomer[] = [];
  /** Since when something may have been missed, by this process's monotonic clock. */
  #missedSince: number | undefined;
  #ticked = false;
  #timer: NodeJS.Timeout | undefined;
  #working = false;

  constructor(private readonly deps: RingerDeps) {
    this.#rooms = new Rooms(deps.bell, (endpointId) => ({
      ready: ({ todoId }) => this.#hear({ todoId, endpointId }),
      missed: (seconds) => this.#miss(seconds),
    }));
  }

  /**
   * Lets a listener in: it is rung for the oldest todos at once, and from then on in its turn.
   * @returns a way out; and what settles when it has been greeted, so that whatever becomes claimable afterwards is rung once, or
   *   when that takes too long to wait for
   */
  enter(listener: Listener): { readonly leave: () => void; readonly greeted: Promise<void> } {
    let onGreeted = () => {};
    const greeted = new Promise<void>((resolve) => {
      onGreeted = resolve;
      setTimeout(resolve, GREETED_WITHIN_MS).unref();
    });
    const { room, seat, leave } = this.#rooms.enter(listener);
    this.#newcomers.push({ room, seat, onGreeted });
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    this.#work();
    return { leave: () => this.#dismiss(leave), greeted };
  }

  #dismiss(leave: () => void): void {
    leave();
    if (!this.#rooms.isEmpty) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Whether anybody has a stream of this endpoint open here. */
  hears(endpointId: string): boolean {
    return this.#rooms.of(endpointId) !== undefined;
  }

  #hear(told: ToldTodo): void {
    if (this.#told.size < TOLD_MAX) this.#told.set(told.todoId, told);
    else this.#noteMissed(0);
    this.#work();
  }

  #miss(seconds: number): void {
    this.#noteMissed(seconds);
    this.#tick();
  }

  #noteMissed(seconds: number): void {
    const since = performance.now() - seconds * 1_000 - MISSED_MARGIN_MS;
    this.#missedSince = Math.min(this.#missedSince ?? since, since);
  }

  #tick(): void {
    this.#ticked = true;
    this.#newcomers.push(...this.#postponed.splice(0));
    this.#work();
  }

  /** One piece of work at a time, so that each statement sees what the one before has rung. */
  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let work = this.#next(); work !== undefined; work = this.#next()) await work.catch(this.deps.onError);
    this.#working = false;
  }

  #next(): Promise<void> | undefined {
    if (this.#told.size > 0) return this.#ringTold(this.#takeTold());
    const newcomer = this.#newcomers.shift();
    if (newcomer !== undefined) return this.#greet(newcomer);
    if (!this.#ticked) return undefined;
    this.#ticked = false;
    return this.#rooms.isEmpty ? undefined : this.#ringPending();
  }

  #takeTold(): ToldTodo[] {
    const told = [...this.#told.values()].slice(0, TOLD_PER_STATEMENT);
    for (const { todoId } of told) this.#told.delete(todoId);
    return told;
  }

  async #ringTold(told: readonly ToldTodo[]): Promise<void> {
    let heard: ToldRing[];
    try {
      heard = await ringTold(this.deps.db, told, this.deps.gateMs);
    } catch (error) {
      const isForATodosSake = !isUnavailable(error);
      if (isForATodosSake && told.length > 1) return await this.#ringOneByOne(told);
      this.deps.onRing('failed', told.length);
      if (!isForATodosSake) this.#noteMissed(0);
      throw error;
    }
    this.deps.onRing('gone', told.length - heard.length);
    this.deps.onRing('gated', heard.filter(({ won }) => !won).length);
    this.#rooms.update(heard.map(({ ring }) => ring));
    this.#write(heard.filter(({ won }) => won).map(({ ring }) => ring));
  }

  /** What is wrong with one todo keeps no other from being rung. */
  async #ringOneByOne(told: readonly ToldTodo[]): Promise<void> {
    for (const one of told) await this.#ringTold([one]).catch(this.deps.onError);
  }

  async #greet(newcomer: Newcomer): Promise<void> {
    const { room, seat, onGreeted } = newcomer;
    if (!room.has(seat)) return;
    try {
      const rings = await this.#greetingOf(seat.listener);
      if (room.has(seat)) this.deps.onRing('rung', room.greet(seat, rings));
    } catch (error) {
      this.#postponed.push(newcomer);
      throw error;
    } finally {
      onGreeted();
    }
  }

  async #greetingOf({ scope, since }: Listener): Promise<Ring[]> {
    const oldest = await ringOldest(this.deps.db, scope, GREETED_FOR);
    if (since === undefined) return oldest;
    const newer = await ringSince(this.deps.db, scope, since, RESUMED_FOR);
    const known = new Set(oldest.map(({ todoId }) => todoId));
    return [...oldest, ...newer.filter(({ todoId }) => !known.has(todoId))];
  }

  /** What was missed first, then what stays pending. A failure leaves both to the next tick. */
  async #ringPending(): Promise<void> {
    const { db, onRing, onError } = this.deps;
    const onBadTodo = (_id: string, error: unknown) => {
      onRing('failed', 1);
      onError(error);
    };
    if (this.#missedSince !== undefined) {
      const seconds = (performance.now() - this.#missedSince) / 1_000;
      const missed = await ringMissed(db, this.#rooms.endpointIds, seconds, onBadTodo);
      this.#missedSince = undefined;
      this.#rooms.update(missed);
      this.#write(missed);
    }
    const again = await ringAgain(db, this.#rooms.endpointIds, this.#rooms.quietFor(QUIET_MS), onBadTodo);
    this.#rooms.update(again);
    this.#write(again);
  }

  #write(rings: readonly Ring[]): void {
    for (const ring of rings) {
      const written = this.#rooms.of(ring.endpointId)?.ring(ring) ?? false;
      this.deps.onRing(written ? 'rung' : 'no_stream', 1);
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof QueueError && error.code === 'unavailable';
}
