import type { CompactTodo, TodoFilter } from '../queue/todo';

/** A todo's state as the Board tells it: `failed` is never one word, it is a retry to come or a dead letter. */
export type BoardState = Exclude<TodoFilter, 'failed'>;

/** The states every list offers, in the order a todo passes them. */
export const OFFERED_STATES = ['pending', 'claimed', 'retrying', 'dead_letter', 'done'] as const satisfies BoardState[];

const LABELS: Readonly<Record<BoardState, string>> = {
  pending: 'pending',
  claimed: 'claimed',
  retrying: 'retrying',
  dead_letter: 'dead letter',
  done: 'done',
  canceled: 'canceled',
  rejected: 'rejected',
  'input-required': 'input required',
  'auth-required': 'auth required',
};

/** The state of a row. */
export function boardState(todo: Pick<CompactTodo, 'state' | 'nextRetryAt'>): BoardState {
  if (todo.state !== 'failed') return todo.state;
  return todo.nextRetryAt === null ? 'dead_letter' : 'retrying';
}

/** The word for a state. */
export function stateLabel(state: BoardState): string {
  return LABELS[state];
}

/** The state a text names; `failed` names none. */
export function parseBoardState(text: string): BoardState | undefined {
  return Object.hasOwn(LABELS, text) ? (text as BoardState) : undefined;
}
