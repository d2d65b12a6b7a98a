import type { Bench, Figure, Goal } from '../bench';
import { percentile } from '../measure/statistics';
import { mcpAgent } from '../subjects/mcp-agent';
import { startMcpServer } from '../subjects/mcp-server';
import { QUEUE } from '../subjects/rows';
import { openStore } from '../subjects/store-database';

const RINGS = 300;
const WARM_UP_RINGS = 30;
const RING_DEADLINE_MS = 10_000;

/** G16: from a create on one process to the ring on a stream that another holds. */
export const doorbellLatency: Goal = {
  ids: ['G16'],
  title: 'a create on one process, its ring on a stream of another',
  needsBuild: true,
  async run(bench: Bench): Promise<Figure[]> {
    const store = await openStore(bench, 1);
    const creating = await startMcpServer(store);
    const ringing = await startMcpServer(store);
    const streams = new AbortController();
    try {
      const producer = await mcpAgent(creating.mcpUrl, store.token);
      const listener = await mcpAgent(ringing.mcpUrl, store.token);
      const bell = new Bell();
      await listener.listen((data) => bell.hear(data), streams.signal);
      const taken: number[] = [];
      for (let n = 0; n < WARM_UP_RINGS + RINGS; n += 1) {
        bench.signal.throwIfAborted();
        const { id, created_at } = await producer.call<{ id: string; created_at: string }>('create_todo', {
          queue: QUEUE,
          title: 'Fix flaky deploy test',
        });
        const rungAt = await bell.rungAt(id);
        if (n >= WARM_UP_RINGS) taken.push(rungAt - Date.parse(created_at));
      }
      producer.close();
      listener.close();
      return [figureOf('p50', percentile(taken, 0.5), 20, taken), figureOf('p99', percentile(taken, 0.99), 100, taken)];
    } finally {
      streams.abort();
      await creating.stop();
      await ringing.stop();
      await store.close();
    }
  },
};

function figureOf(which: string, value: number, atMost: number, taken: readonly number[]): Figure {
  return {
    goal: 'G16',
    what: `create → ring across two processes, ${which}`,
    value,
    unit: 'ms',
    target: { atMost },
    beside: `${taken.length} todos one after the other, from the row's created_at to the client; most ${Math.max(...taken)} ms`,
    data: taken,
  };
}

/** When each todo was rung; one may be waited for before or after its ring. */
class Bell {
  readonly #rungAt = new Map<string, number>();
  #awaited: { readonly id: string; readonly resolve: (at: number) => void } | undefined;

  hear(data: string): void {
    const id = JSON.parse(data).params?.meta?.todo_id;
    if (typeof id !== 'string' || this.#rungAt.has(id)) return;
    const at = Date.now();
    this.#rungAt.set(id, at);
    if (this.#awaited?.id === id) this.#awaited.resolve(at);
  }

  rungAt(id: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => reject(new Error(`no ring for ${id}`)), RING_DEADLINE_MS);
      const heard = (at: number) => {
        clearTimeout(deadline);
        resolve(at);
      };
      this.#awaited = { id, resolve: heard };
      const at = this.#rungAt.get(id);
      if (at !== undefined) heard(at);
    });
  }
}
