import type { Db } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { isQueueName } from '../queue/verbs';
import { queueFigures } from '../store/board/queue-figures';
import { type QueueMinute, queueHour } from '../store/board/queue-hour';
import { queuesOfOwner } from '../store/board/queues-of-owner';
import { listEndpoints } from '../store/endpoints/list-endpoints';
import { type EndpointCard, toCard } from './endpoint-cards';
import { type QueueRow, queueRow } from './home';
import { ledgerHref } from './ledger-query';
import { type Need, needsOf } from './needs';

/** One minute as a bar. */
export interface MinuteBar {
  /** `16:35`, UTC. */
  readonly at: string;
  readonly completed: number;
  readonly failed: number;
  readonly died: number;
  /** Released, canceled, revoked: ended without a verdict. */
  readonly other: number;
}

/** How the attempts of the last hour ended, one word each. */
export interface OutcomeCount {
  readonly name: 'completed' | 'failed' | 'died' | 'released' | 'other';
  readonly count: number;
}

/** The page `/queues/{name}`. */
export interface QueuePage {
  readonly figures: QueueRow;
  readonly needs: readonly Need[];
  readonly bars: readonly MinuteBar[];
  readonly highest: number;
  readonly inWords: string;
  readonly outcomes: readonly OutcomeCount[];
  readonly endpoints: readonly EndpointCard[];
  readonly todosHref: string;
  readonly deadLettersHref: string;
  /** Undefined when there is nothing to redrive. */
  readonly redrive: { readonly queue: string; readonly count: string } | undefined;
}

/**
 * Reads one queue of the human's.
 * @returns undefined when none of their endpoints was vended with it and none of their todos is in it
 */
export async function readQueuePage(db: Db, scope: OwnerScope, queue: string): Promise<QueuePage | undefined> {
  if (!isQueueName(queue)) return undefined;
  if (!(await queuesOfOwner(db, scope, queue)).includes(queue)) return undefined;
  const [[figures], hour, endpoints] = await Promise.all([
    queueFigures(db, scope, queue),
    queueHour(db, scope, queue),
    listEndpoints(db, scope),
  ]);
  if (!figures) return undefined;
  const row = queueRow(figures);
  const bars = hour.map(toBar);
  return {
    figures: row,
    needs: needsOf([figures]),
    bars,
    highest: Math.max(1, ...bars.map(heightOf)),
    inWords: hourInWords(hour),
    outcomes: outcomesOf(hour),
    endpoints: endpoints
      .filter((endpoint) => endpoint.queues.includes(queue))
      .map((endpoint) => toCard(endpoint, figures.readAt)),
    todosHref: ledgerHref({ queue }),
    deadLettersHref: ledgerHref({ state: 'dead_letter', queue }),
    redrive: figures.deadLetters > 0 ? { queue, count: row.deadLetters } : undefined,
  };
}

/** How many attempts ended in a minute. */
export function heightOf({ completed, failed, died, other }: MinuteBar): number {
  return completed + failed + died + other;
}

function toBar({ minute, completed, failed, died, released, other }: QueueMinute): MinuteBar {
  return { at: clock(minute), completed, failed, died, other: released + other };
}

/** What the bars say to those who do not see them. */
function hourInWords(hour: readonly QueueMinute[]): string {
  const created = hour.reduce((sum, minute) => sum + minute.created, 0);
  const ended = outcomesOf(hour).filter(({ count }) => count > 0);
  const total = ended.reduce((sum, { count }) => sum + count, 0);
  const arrived = `In the last 60 minutes ${plural(created, 'todo')} came in`;
  if (total === 0) return `${arrived} and no attempt ended.`;
  const parts = ended.map(({ name, count }) => `${count.toLocaleString('en')} ${name}`).join(', ');
  return `${arrived} and ${plural(total, 'attempt')} ended: ${parts}. The busiest minute was ${busiest(hour)}.`;
}

function busiest(hour: readonly QueueMinute[]): string {
  const [top] = hour.map(toBar).sort((one, other) => heightOf(other) - heightOf(one));
  return top ? `${top.at} UTC with ${heightOf(top)}` : 'none';
}

function outcomesOf(hour: readonly QueueMinute[]): OutcomeCount[] {
  return (['completed', 'failed', 'died', 'released', 'other'] as const).map((name) => ({
    name,
    count: hour.reduce((sum, minute) => sum + minute[name], 0),
  }));
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function clock(minute: string): string {
  return new Date(minute).toISOString().slice(11, 16);
}
