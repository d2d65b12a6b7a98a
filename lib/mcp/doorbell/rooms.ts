import type { Ring } from '../../queue/ring';
import type { Doorbell, Ear } from '../../signals/doorbell';
import { type Listener, Room, type Seat } from './room';

/** The rooms of a process: one for each endpoint that has a stream open here. A room listens at the bell while somebody is in it. */
export class Rooms {
  readonly #rooms = new Map<string, { readonly room: Room; readonly stopListening: () => void }>();

  /** @param earOf what a room does with what it hears */
  constructor(
    private readonly bell: Pick<Doorbell, 'listen'>,
    private readonly earOf: (endpointId: string) => Ear,
  ) {}

  /** @returns the listener's seat, its room, and a way out */
  enter(listener: Listener): { readonly room: Room; readonly seat: Seat; readonly leave: () => void } {
    const { endpointId } = listener.scope;
    const room = this.of(endpointId) ?? this.#open(endpointId);
    const seat = room.enter(listener);
    const leave = () => {
      room.leave(seat);
      if (room.isEmpty) this.#close(endpointId, room);
    };
    return { room, seat, leave };
  }

  of(endpointId: string): Room | undefined {
    return this.#rooms.get(endpointId)?.room;
  }

  get isEmpty(): boolean {
    return this.#rooms.size === 0;
  }

  get endpointIds(): string[] {
    return [...this.#rooms.keys()];
  }

  /** The endpoints in whose room nobody has been rung for so long. */
  quietFor(ms: number): string[] {
    return this.endpointIds.filter((endpointId) => (this.of(endpointId)?.quietMs ?? 0) >= ms);
  }

  /** Tells the subscribers in each todo's room. */
  update(rings: readonly Ring[]): void {
    for (const endpointId of new Set(rings.map((ring) => ring.endpointId))) {
      this.of(endpointId)?.update(rings.filter((ring) => ring.endpointId === endpointId));
    }
  }

  #open(endpointId: string): Room {
    const room = new Room();
    this.#rooms.set(endpointId, { room, stopListening: this.bell.listen(endpointId, this.earOf(endpointId)) });
    return room;
  }

  #close(endpointId: string, room: Room): void {
    const opened = this.#rooms.get(endpointId);
    if (opened?.room !== room) return;
    opened.stopListening();
    this.#rooms.delete(endpointId);
  }
}
