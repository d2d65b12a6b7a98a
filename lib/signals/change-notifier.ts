import type { Sql } from '../db/connection';
import type { Subscriber } from './bus';

export const CHANGES_CHANNEL = 'board_changes';

/** What happened to a todo, for whoever looks at it: ids and a kind, never what is in it. */
export interface Change {
  readonly endpointId: string;
  /** Undefined when more of the endpoint's todos changed at once than are worth naming. */
  readonly todoId: string | undefined;
  readonly kind: 'created' | 'changed';
}

/** What travels between processes: many changes, or word of who has somebody looking. */
export type ChangeMessage =
  | { readonly from: string; readonly changes: readonly (readonly [string, string | null, Change['kind']])[] }
  | { readonly from: string; readonly watching: boolean }
  | { readonly from: string; readonly asks: true };

const GATHER_MS = 250;
const NAMED_PER_ENDPOINT = 100;
/** About 90 bytes each: well below the 8,000 that NOTIFY carries. */
const CHANGES_PER_MESSAGE = 60;

/**
 * Gathers committed transitions for a moment and tells the Boards of all instances in one statement, outside of every
 * transition's transaction. While nobody looks it does nothing at all. A lost message is made up for by the next one.
 */
export class ChangeNotifier {
  #gathered = new Map<string, Map<string, Change['kind']>>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(
    private readonly needs: {
      readonly sql: Sql;
      readonly from: string;
      /** Whether anybody looks: in this process, in another. */
      readonly audience: () => { readonly here: boolean; readonly elsewhere: boolean };
      /** Tells those who look in this process. */
      readonly deliver: (changes: readonly Change[]) => void;
      readonly onError: (error: unknown) => void;
    },
  ) {}

  readonly subscriber: Subscriber = ({ transition, todoId, endpointId }) => {
    const { here, elsewhere } = this.needs.audience();
    if (!here && !elsewhere) return;
    const ofEndpoint = this.#gathered.get(endpointId) ?? new Map<string, Change['kind']>();
    this.#gathered.set(endpointId, ofEndpoint);
    if (ofEndpoint.size <= NAMED_PER_ENDPOINT && !ofEndpoint.has(todoId))
      ofEndpoint.set(todoId, transition === 'create' ? 'created' : 'changed');
    this.#timer ??= setTimeout(() => this.#tell(), GATHER_MS).unref();
  };

  /** Resolves when all that was gathered so far has been told. */
  async flush(): Promise<void> {
    if (this.#timer !== undefined) this.#tell();
    await this.#sending;
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = this.#gathered;
    this.#gathered = new Map();
    const changes = [...gathered].flatMap(([endpointId, todos]) => changesOf(endpointId, todos));
    const { here, elsewhere } = this.needs.audience();
    if (here) this.needs.deliver(changes);
    if (elsewhere) this.#sending = this.#send(changes);
  }

  async #send(changes: readonly Change[]): Promise<void> {
    const messages: string[] = [];
    for (let start = 0; start < changes.length; start += CHANGES_PER_MESSAGE) {
      const part = changes.slice(start, start + CHANGES_PER_MESSAGE);
      const tuples = part.map(({ endpointId, todoId, kind }) => [endpointId, todoId ?? null, kind] as const);
      messages.push(JSON.stringify({ from: this.needs.from, changes: tuples } satisfies ChangeMessage));
    }
    try {
      await this.needs.sql`select pg_notify(${CHANGES_CHANNEL}, message) from unnest(${messages}::text[]) as message`;
    } catch (error) {
      this.needs.onError(error);
    }
  }
}

function changesOf(endpointId: string, todos: ReadonlyMap<string, Change['kind']>): Change[] {
  if (todos.size > NAMED_PER_ENDPOINT) return [{ endpointId, todoId: undefined, kind: 'changed' }];
  return [...todos].map(([todoId, kind]) => ({ endpointId, todoId, kind }));
}
