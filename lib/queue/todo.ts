/** Every value of `todos.state`. The first four are SPEC-0003 R1's; the rest are the A2A states it shares the row with. */
export const TODO_STATES = [
  'pending',
  'claimed',
  'done',
  'failed',
  'canceled',
  'rejected',
  'input-required',
  'auth-required',
] as const;

export type TodoState = (typeof TODO_STATES)[number];

/** What a list may be narrowed to: a state, or one of the two halves of `failed`. */
export const TODO_FILTERS = [...TODO_STATES, 'retrying', 'dead_letter'] as const;

export type TodoFilter = (typeof TODO_FILTERS)[number];

/** A todo without its payload: what lists and transitions return. Times are RFC 3339 UTC strings. */
export interface CompactTodo {
  readonly id: string;
  readonly endpointId: string;
  readonly queue: string;
  readonly title: string;
  readonly kind: string | null;
  readonly source: string | null;
  readonly state: TodoState;
  readonly owner: string | null;
  readonly assignee: string | null;
  readonly leaseExpiresAt: string | null;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly nextRetryAt: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** Bytes of the payload's JSON text; 0 without one. */
  readonly payloadSize: number;
}

/** A todo as claim and get_todo return it. JSON stays text, so that no digit of a number is lost on the way. */
export interface FullTodo extends CompactTodo {
  readonly payloadText: string | null;
  readonly routingText: string | null;
}

/** A dead letter is failed with no retry window (SPEC-0034 REQ-8). */
export function isDeadLetter(todo: Pick<CompactTodo, 'state' | 'nextRetryAt'>): boolean {
  return todo.state === 'failed' && todo.nextRetryAt === null;
}
