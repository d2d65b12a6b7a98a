import type { Db } from '../db/connection';
import type { BulkAct } from '../queue/bulk-job';
import type { OwnerScope } from '../queue/scope';
import { COUNT_CAP, countTodosAsOwner, type TodoCounts } from '../store/board/count-todos-as-owner';
import { type ListedTodo, listTodosAsOwner } from '../store/board/list-todos-as-owner';
import { queuesOfOwner } from '../store/board/queues-of-owner';
import { type AttemptTone, attemptsInWords, attemptTone } from './attempts';
import { bulkActOn, bulkActsOffered } from './bulk';
import { type LedgerQuery, ledgerHref, parseLedgerQuery, quoted, type SearchParams } from './ledger-query';
import { type BoardState, boardState, OFFERED_STATES, stateLabel } from './states';
import { type When, when } from './when';

/** One row of the ledger. */
export interface LedgerRow {
  readonly id: string;
  /** How many attempts it had had: what a bulk act on this row is bound to. */
  readonly attemptsSeen: number;
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
  readonly search: string | undefined;
  readonly caption: string;
  /** The acts that the rows can be ticked for. */
  readonly acts: readonly BulkAct[];
  /** The act that all matching todos can be given, and how many they are. */
  readonly bulk: { readonly act: BulkAct; readonly count: string | undefined } | undefined;
  readonly rows: readonly LedgerRow[];
  readonly notes: readonly string[];
  readonly isFiltered: boolean;
  readonly olderHref: string | undefined;
  readonly newestHref: string | undefined;
}

/** Reads one page of the human's todos as its URL asks for. */
export async function readLedger(db: Db, scope: OwnerScope, params: SearchParams): Promise<Ledger> {
  const { state, queue: asked, search, cursor, notes } = parseLedgerQuery(params);
  const queues = await queuesOfOwner(db, scope, asked);
  const isKnown = asked === undefined || queues.includes(asked);
  const queue = isKnown ? asked : undefined;
  const [page, counts] = await Promise.all([
    listTodosAsOwner(db, scope, { state, queue, search, cursor }),
    countTodosAsOwner(db, scope, queue),
  ]);
  const rows = page.todos.map((listed) => toRow(listed, page.readAt ?? listed.todo.createdAt));
  const states = stateLinks(counts, { state, queue, search });
  const act = bulkActOn(state);
  const looked = page.lookedAt?.toLocaleString('en');
  return {
    states,
    state,
    queues,
    queue,
    search,
    caption: captionOf(rows.length, page.nextCursor !== undefined, { state, queue, search, cursor }),
    acts: bulkActsOffered(state),
    bulk: act && rows.length > 0 ? { act, count: states.find((link) => link.isCurrent)?.count } : undefined,
    rows,
    notes: [
      ...notes,
      ...(isKnown ? [] : [`Ignored the queue ${quoted(asked)}: none of your endpoints has it.`]),
      ...(looked ? [`Looked at the newest ${looked} todos of each endpoint here; “Older” looks further back.`] : []),
    ],
    isFiltered: state !== undefined || queue !== undefined || search !== undefined,
    olderHref: page.nextCursor && ledgerHref({ state, queue, q: search, cursor: page.nextCursor }),
    newestHref: cursor && ledgerHref({ state, queue, q: search }),
  };
}

/** `Newest 50 of more, dead letter, queue ci`, or `3 todos, dead letter, queue ci, newest first`. */
function captionOf(count: number, isMore: boolean, query: Omit<LedgerQuery, 'notes'>): string {
  const { state, queue, search, cursor } = query;
  const total = count === 1 ? '1 todo' : `${count} todos`;
  const parts = [
    isMore ? `${cursor ? 'Older' : 'Newest'} ${count} of more` : total,
    state && stateLabel(state),
    queue && `queue ${queue}`,
    search && `matching ${quoted(search)}`,
    isMore ? undefined : 'newest first',
    cursor && !isMore ? 'older page' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** A count as it is shown: above the cap it is "10,000+". */
export function countInWords(count: number): string {
  return count > COUNT_CAP ? `${COUNT_CAP.toLocaleString('en')}+` : count.toLocaleString('en');
}

/** A count of todos that are done, of which older ones may not have been looked at. */
export function doneInWords({ done, doneAtLeast }: TodoCounts): string {
  return doneAtLeast ? `${done.toLocaleString('en')}+` : countInWords(done);
}

/** The links to every offered state, and to the current one when it is a rarer one. A search leaves nothing to be counted. */
function stateLinks(counts: TodoCounts, query: Pick<LedgerQuery, 'state' | 'queue' | 'search'>): StateLink[] {
  const { state: current, queue, search } = query;
  const hrefOf = (state: BoardState | undefined) => ledgerHref({ state, queue, q: search });
  const all = { label: 'all', state: undefined, href: hrefOf(undefined), count: undefined, isCurrent: !current };
  const isRare = current !== undefined && !OFFERED_STATES.some((state) => state === current);
  const offered: StateLink[] = OFFERED_STATES.map((state) => ({
    label: stateLabel(state),
    state,
    href: hrefOf(state),
    count: search === undefined ? (state === 'done' ? doneInWords(counts) : countInWords(counts[state])) : undefined,
    isCurrent: state === current,
  }));
  if (!isRare) return [all, ...offered];
  return [
    all,
    ...offered,
    { ...all, label: stateLabel(current), state: current, href: hrefOf(current), isCurrent: true },
  ];
}

/** A row as the ledger and the home page list it. */
export function toRow({ todo, attemptsTotal, claimant, endedAt, outcomes }: ListedTodo, readAt: string): LedgerRow {
  const state = boardState(todo);
  return {
    id: todo.id,
    attemptsSeen: attemptsTotal,
    href: `/todos/${todo.id}`,
    title: todo.title,
    state,
    stateLabel: stateLabel(state),
    queue: todo.queue,
    attempt: todo.attempt,
    maxAttempts: todo.maxAttempts,
    marks: outcomes.map(attemptTone),
    marksInWords: attemptsInWords(outcomes, attemptsTotal),
    holder: claimant ?? undefined,
    lastEnded: endedAt === null ? undefined : when(endedAt, readAt),
    created: when(todo.createdAt, readAt),
  };
}
