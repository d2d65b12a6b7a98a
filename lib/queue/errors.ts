export const ERROR_CODES = ['invalid', 'not_found', 'conflict', 'forbidden', 'unavailable', 'internal'] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface ErrorDetails {
  /** The verb that refused, as its wire name: `complete`, `claim_next`. */
  readonly operation: string;
  /** For logs only: it never becomes part of the message, so foreign and unknown ids read alike (SPEC-0034 REQ-10). */
  readonly todoId?: string | undefined;
  /** The argument at fault, for `invalid` and `forbidden`. */
  readonly argument?: string | undefined;
  readonly cause?: unknown;
}

/** The one error that crosses the core's boundary; every surface maps `code` exhaustively (SPEC-0003 R8, SPEC-0034 REQ-19). */
export class QueueError extends Error {
  readonly operation: string;
  readonly todoId: string | undefined;
  readonly argument: string | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails,
  ) {
    super(message, { cause: details.cause });
    this.name = 'QueueError';
    this.operation = details.operation;
    this.todoId = details.todoId;
    this.argument = details.argument;
  }

  /** The message without the verb's internal name, for people. */
  get reason(): string {
    const prefix = `${this.operation}: `;
    return this.message.startsWith(prefix) ? this.message.slice(prefix.length) : this.message;
  }
}

/** The todo is absent or foreign: one message for both, so that neither can be told from the other. */
export function notFound(operation: string, todoId?: string): QueueError {
  return new QueueError('not_found', `${operation}: no such todo in this scope`, { operation, todoId });
}

/** The todo exists, but its state, owner or fence does not allow the transition (SPEC-0003 R8, SPEC-0034 REQ-19). */
export function conflict(operation: string, todoId?: string): QueueError {
  return new QueueError(
    'conflict',
    `${operation}: the todo is not in a state, or not in hands, that allow this; stop working on it and read it with get_todo`,
    { operation, todoId },
  );
}

/** An argument cannot be taken; the message names it and says what would be (SPEC-0034 REQ-5). */
export function invalid(operation: string, argument: string, remedy: string): QueueError {
  return new QueueError('invalid', `${operation}: ${argument} ${remedy}`, { operation, argument });
}

/** The caller's grant does not cover the verb or the queue. */
export function forbidden(operation: string, remedy: string, argument?: string): QueueError {
  return new QueueError('forbidden', `${operation}: ${remedy}`, { operation, argument });
}

/** The database cannot be reached or did not answer in time; nothing is known to have changed and the call may be repeated. */
export function unavailable(operation: string, cause?: unknown): QueueError {
  return new QueueError('unavailable', `${operation}: the database is not available, try again shortly`, {
    operation,
    cause,
  });
}
