import { decodeCursor } from '../queue/cursor';
import { isQueueName } from '../queue/verbs';
import { type BoardState, parseBoardState } from './states';

/** Search parameters as a page gets them: absent, once, or repeated. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** What the ledger is narrowed to, and what of the URL was not understood. */
export interface LedgerQuery {
  readonly state: BoardState | undefined;
  readonly queue: string | undefined;
  readonly search: string | undefined;
  readonly cursor: string | undefined;
  readonly notes: readonly string[];
}

const KNOWN = ['state', 'queue', 'q', 'cursor'];
const SEARCH_MAX_CHARACTERS = 200;
const SHOWN_CHARACTERS = 60;

/** Reads the ledger's filters out of its URL; what is unknown is ignored with a note, never an error. */
export function parseLedgerQuery(params: SearchParams): LedgerQuery {
  const notes: string[] = [];
  const state = parseState(first(params.state), notes);
  const cursor = parseCursor(first(params.cursor), notes);
  const queue = parseQueue(first(params.queue), notes);
  const search = parseSearch(first(params.q), notes);
  const unknown = Object.keys(params).filter((name) => !KNOWN.includes(name));
  if (unknown.length > 0) notes.push(`Ignored, not a filter of this page: ${unknown.map(quoted).join(', ')}.`);
  return { state, queue, search, cursor, notes };
}

/** The ledger's own URL for some filters, or for whatever its URL held. */
export function ledgerHref(params: SearchParams): string {
  const given = Object.entries(params).flatMap(([name, value]) => {
    const text = first(value);
    return text === undefined ? [] : [[name, text]];
  });
  return given.length === 0 ? '/todos' : `/todos?${new URLSearchParams(given)}`;
}

/** Foreign text inside a sentence of ours, cut so that it stays one. */
export function quoted(text: string): string {
  return `“${text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text}”`;
}

function parseState(text: string | undefined, notes: string[]): BoardState | undefined {
  if (text === undefined) return undefined;
  const state = parseBoardState(text);
  if (state === undefined) {
    notes.push(
      text === 'failed'
        ? 'Ignored the state “failed”: a failed todo is either retrying or a dead letter.'
        : `Ignored the unknown state ${quoted(text)}.`,
    );
  }
  return state;
}

function parseQueue(text: string | undefined, notes: string[]): string | undefined {
  if (text === undefined || isQueueName(text)) return text;
  notes.push('Ignored a queue that no queue can be named.');
  return undefined;
}

function parseSearch(text: string | undefined, notes: string[]): string | undefined {
  const search = text?.trim();
  if (search === undefined || search === '') return undefined;
  if (search.length <= SEARCH_MAX_CHARACTERS && !/\p{Cc}/u.test(search)) return search;
  notes.push(`Ignored a search of more than ${SEARCH_MAX_CHARACTERS} characters, or with control characters.`);
  return undefined;
}

function parseCursor(text: string | undefined, notes: string[]): string | undefined {
  if (text === undefined) return undefined;
  try {
    decodeCursor('list_todos', text);
    return text;
  } catch {
    notes.push('Ignored a page position that this list did not make; this is the newest page.');
    return undefined;
  }
}

function first(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text === '' ? undefined : text;
}
