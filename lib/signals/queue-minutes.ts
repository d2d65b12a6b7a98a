import type { Outcome } from '../queue/attempt';
import { hasDied } from '../queue/attempt';
import type { Subscriber } from './bus';

/** What of a minute is counted. */
export const MINUTE_COUNTS = ['created', 'completed', 'failed', 'died', 'released', 'other'] as const;

export type MinuteCount = (typeof MINUTE_COUNTS)[number];

/** What happened in one queue of one endpoint since the last look. */
export type QueueCounts = { readonly endpointId: string; readonly queue: string } & Record<MinuteCount, number>;

const QUEUES_MAX = 10_000;

/** Counts committed transitions by endpoint and queue, in memory, until somebody writes them down. */
export class QueueMinutes {
  #counts = new Map<string, QueueCounts>();

  readonly subscriber: Subscriber = ({ transition, endpointId, queue, closed }) => {
    if (transition === 'create') this.#count(endpointId, queue, 'created');
    if (closed) this.#count(endpointId, queue, countOf(closed.outcome));
  };

  /** Hands over what was counted since the last call and begins anew. */
  drain(): QueueCounts[] {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    return counts;
  }

  #count(endpointId: string, queue: string, what: MinuteCount): void {
    const key = `${endpointId} ${queue}`;
    const counts = this.#counts.get(key) ?? {
      endpointId,
      queue,
      created: 0,
      completed: 0,
      failed: 0,
      died: 0,
      released: 0,
      other: 0,
    };
    if (!this.#counts.has(key) && this.#counts.size >= QUEUES_MAX) return;
    counts[what] += 1;
    this.#counts.set(key, counts);
  }
}

function countOf(outcome: Outcome): MinuteCount {
  if (hasDied(outcome)) return 'died';
  return outcome === 'completed' || outcome === 'failed' || outcome === 'released' ? outcome : 'other';
}
