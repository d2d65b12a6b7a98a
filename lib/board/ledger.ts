import type { Db } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { COUNT_CAP, countTodosAsOwner, type TodoCounts } from '../store/board/count-todos-as-owner';
import { type ListedTodo, listTodosAsOwner } from '../store/board/list-todos-as-owner';
import { queuesOfOwner } from '../store/board/queues-of-owner';
import { type AttemptTone, attemptsInWords, attemptTone } from './attempts';
import { ledgerHref, parseLedgerQuery, quoted, type SearchParams } from './ledger-query';
import { type BoardState, boardState, OFFERED_STATES, stateLabel } from './states';
import { type When, when } from './when';

/** One row of the ledger. */
export interface LedgerRow {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  readonly state: BoardState;
  readonly stateLabel: string;
  readonly queue: string;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly marks: readonly AttemptTone[];
  readonly marksInWords: string;
  /** Who holds it, or who had it last. */
  readonly holder: string | undefined;
  readonly lastEnded: When | undefined;
  readonly created: When;
}

/** A state as a link that narrows the list to it. */
export interface StateLink {
  readonly label: string;
  readonly state: BoardState | undefined;
  readonly href: string;
  readonly count: string | undefined;
  readonly isCurrent: boolean;
}

/** The page `/todos`. */
export interface Ledger {
  readonly states: readonly StateLink[];
  readonly state: BoardState | undefined;
  readonly queues: readonly string[];
  readonly queue: string | undefined;
  readonly rows: readonly LedgerRow[];
  readonly notes: readonly string[];
  readonly isFiltered: boolean;
  readonly olderHref: string | undefined;
  readonly newestHref: string | undefined;
}

/** Reads one page of the human's todos as its URL asks for. */
export async function readLedger(db: Db, scope: OwnerScope, params: SearchParams): Promise<Ledger> {
  const { state, queue: asked, cursor, notes } = parseLedgerQuery(params);
  const queues = await queuesOfOwner(db, scope, asked);
  const isKnown = asked === undefined || queues.includes(asked);
  const queue = isKnown ? asked : undefined;
  const [page, counts] = await Promise.all([
    listTodosAsOwner(db, scope, { state, queue, cursor }),
    countTodosAsOwner(db, scope),
  ]);
  return {
    states: stateLinks(counts, state, queue),
    state,
    queues,
    queue,
    rows: page.todos.map((listed) => toRow(listed, page.readAt ?? listed.todo.createdAt)),
    notes: isKnown ? notes : [...notes, `Ignored the queue ${quoted(asked)}: none of your endpoints has it.`],
    isFiltered: state !== undefined || queue !== undefined,
    olderHref: page.nextCursor && ledgerHref({ state, queue, cursor: page.nextCursor }),
    newestHref: cursor && ledgerHref({ state, queue }),
  };
}

/** A count as it is shown: above the cap it is "10,000+". */
export function countInWords(count: number): string {
  return count > COUNT_CAP ? `${COUNT_CAP.toLocaleString('en')}+` : count.toLocaleString('en');
}

/** The links to every offered state, and to the current one when it is a rarer one. Counts are of all queues together. */
function stateLinks(counts: TodoCounts, current: BoardState | undefined, queue: string | undefined): StateLink[] {
  const all = { label: 'all', state: undefined, href: ledgerHref({ queue }), count: undefined, isCurrent: !current };
  const offered = OFFERED_STATES.map((state) => ({
    label: stateLabel(state),
    state,
    href: ledgerHref({ state, queue }),
    count: queue === undefined ? countInWords(counts[state]) : undefined,
    isCurrent: state === current,
  }));
  const isRare = current !== undefined && !offered.some((link) => link.isCurrent);
  const rare = { label: current && stateLabel(current), state: current, href: ledgerHref({ state: current, queue }) };
  return isRare
    ? [all, ...offered, { ...rare, label: rare.label ?? '', count: undefined, isCurrent: true }]
    : [all, ...offered];
}

/** A row as the ledger and the home page list it. */
export function toRow({ todo, claimant, endedAt, outcomes }: ListedTodo, readAt: string): LedgerRow {
  const state = boardState(todo);
  return {
    id: todo.id,
    href: `/todos/${todo.id}`,
    title: todo.title,
    state,
    stateLabel: stateLabel(state),
    queue: todo.queue,
    attempt: todo.attempt,
    maxAttempts: todo.maxAttempts,
    marks: outcomes.map(attemptTone),
    marksInWords: attemptsInWords(outcomes, outcomes.length),
    holder: claimant ?? undefined,
    lastEnded: endedAt === null ? undefined : when(endedAt, readAt),
    created: when(todo.createdAt, readAt),
  };
}
