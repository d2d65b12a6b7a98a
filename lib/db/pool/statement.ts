import postgres from 'postgres';

/**
 * What the driver's own promise of a statement holds inside. The driver calls `handler` when the statement is awaited, not when
 * it is written, and `resolve` or `reject` when the server has answered; a statement that is part of another is never handled.
 */
export interface Statement {
  handler: (statement: Statement) => void;
  resolve: (rows: unknown) => void;
  reject: (error: unknown) => void;
}

/** Whether a value that came out of the driver's tag is a statement, rather than an identifier or a list of values. */
export function isStatement(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && 'handler' in value;
}

/** An error of the way to the database rather than of a statement, with a code that the store takes for `unavailable`. */
export function connectionError(code: 'CONNECTION_CLOSED' | 'CONNECTION_ENDED' | 'ETIMEDOUT', message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Whether a connection is of no further use after this error: all but a refusal that the server answers in order. */
export function isFatal(error: unknown): boolean {
  return !(error instanceof postgres.PostgresError) || error.severity !== 'ERROR';
}
