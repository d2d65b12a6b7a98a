import type { Db } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { countTodosAsOwner, type TodoCounts } from '../store/board/count-todos-as-owner';
import { listActs } from '../store/board/list-acts';
import { listTodosAsOwner } from '../store/board/list-todos-as-owner';
import { type QueueFigures, queueFigures } from '../store/board/queue-figures';
import { type EndpointView, listEndpoints } from '../store/endpoints/list-endpoints';
import { type ActLine, actLine } from './activity';
import { countInWords, doneInWords, type LedgerRow, toRow } from './ledger';
import { ledgerHref } from './ledger-query';
import { type Need, needsOf } from './needs';
import { queueHref } from './queue-href';
import { type BoardState, OFFERED_STATES, stateLabel } from './states';
import { type When, when } from './when';

const DEAD_LETTERS_SHOWN = 5;
const ACTS_SHOWN = 5;

/** One of the three steps from nothing to a first todo done. */
export interface FirstStep {
  readonly name: 'vend' | 'connect' | 'send';
  readonly isDone: boolean;
}

/** A queue in the table of the first page. */
export interface QueueRow {
  readonly queue: string;
  readonly href: string;
  readonly pending: string;
  readonly oldest: When | undefined;
  readonly claimed: string;
  readonly retrying: string;
  readonly deadLetters: string;
  readonly completed: string;
  readonly lastCall: When | undefined;
}

/** The page `/`. */
export interface Home {
  /** The newest dead letters; empty when all is well. */
  readonly deadLetters: readonly LedgerRow[];
  readonly deadLetterCount: string;
  readonly needs: readonly Need[];
  readonly counts: readonly { state: BoardState; label: string; count: string; href: string }[];
  readonly queues: readonly QueueRow[];
  readonly acts: readonly ActLine[];
  /** Undefined once all three are done. */
  readonly firstSteps: readonly FirstStep[] | undefined;
  /** Where a test todo can be sent from. */
  readonly newestEndpointId: string | undefined;
}

/** Reads what the human's first page shows. */
export async function readHome(db: Db, scope: OwnerScope): Promise<Home> {
  const [page, counts, endpoints, figures, acts] = await Promise.all([
    listTodosAsOwner(db, scope, { state: 'dead_letter' }),
    countTodosAsOwner(db, scope),
    listEndpoints(db, scope),
    queueFigures(db, scope),
    listActs(db, scope, { limit: ACTS_SHOWN }),
  ]);
  const steps = firstSteps(endpoints, counts);
  return {
    deadLetters: page.todos
      .slice(0, DEAD_LETTERS_SHOWN)
      .map((listed) => toRow(listed, page.readAt ?? listed.todo.createdAt)),
    deadLetterCount: countInWords(counts.dead_letter),
    needs: needsOf(figures),
    counts: OFFERED_STATES.map((state) => ({
      state,
      label: stateLabel(state),
      count: state === 'done' ? doneInWords(counts) : countInWords(counts[state]),
      href: ledgerHref({ state }),
    })),
    queues: figures.map(queueRow),
    acts: acts.slice(0, ACTS_SHOWN).map(actLine),
    firstSteps: steps.every((step) => step.isDone) ? undefined : steps,
    newestEndpointId: endpoints.find((endpoint) => endpoint.revokedAt === null && !endpoint.expired)?.id,
  };
}

function firstSteps(endpoints: readonly EndpointView[], counts: TodoCounts): FirstStep[] {
  const { pending, claimed, retrying, dead_letter, done } = counts;
  return [
    { name: 'vend', isDone: endpoints.length > 0 },
    { name: 'connect', isDone: endpoints.some((endpoint) => endpoint.lastSeenAt !== null) },
    { name: 'send', isDone: pending + claimed + retrying + dead_letter + done > 0 },
  ];
}

export function queueRow(figures: QueueFigures): QueueRow {
  const { queue, readAt, oldestReadyAt, lastCallAt } = figures;
  return {
    queue,
    href: queueHref(queue),
    pending: countInWords(figures.pending),
    oldest: oldestReadyAt === null ? undefined : when(oldestReadyAt, readAt),
    claimed: countInWords(figures.claimed),
    retrying: countInWords(figures.retrying),
    deadLetters: countInWords(figures.deadLetters),
    completed: figures.completed.toLocaleString('en'),
    lastCall: lastCallAt === null ? undefined : when(lastCallAt, readAt),
  };
}
