import type { Db } from '../db/connection';
import { conflict, QueueError, unavailable } from '../queue/errors';

const RETRYABLE = new Set(['40P01', '40001']);
const OPEN_ATTEMPT_CONSTRAINT = 'todo_attempts_one_open';
const LIVE_KEY_CONSTRAINT = 'todos_live_key_unique';
const TRIES = 3;

/**
 * Runs one verb's statement and gives its failures the core's error codes (SPEC-0034 REQ-19). A deadlock, a serialisation
 * failure or a lost race for the open attempt is tried again; in a transaction it is thrown as it came, so that whoever began the
 * transaction through this function tries it again as a whole.
 * @throws QueueError `unavailable` when the database cannot answer, `conflict` when a newer live todo holds the key
 */
export async function runVerb<T>(
  db: Db,
  operation: string,
  todoId: string | undefined,
  statement: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await statement();
    } catch (error) {
      const lost = isLostRace(error);
      const inTransaction = !('begin' in db.sql);
      if (lost && inTransaction) throw error;
      if (!lost || tries === TRIES) throw toQueueError(error, operation, todoId);
    }
  }
}

function toQueueError(error: unknown, operation: string, todoId: string | undefined): unknown {
  if (error instanceof QueueError) return error;
  if (constraintOf(error) === LIVE_KEY_CONSTRAINT) return conflict(operation, todoId);
  if (isUnavailable(error)) return unavailable(operation, error);
  return new QueueError('internal', `${operation}: something went wrong on our side; the log has the details`, {
    operation,
    todoId,
    cause: error,
  });
}

function isLostRace(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error)) || constraintOf(error) === OPEN_ATTEMPT_CONSTRAINT;
}

const CONNECTION_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/**
 * Whether an error means that the database is away, going down, out of connections or too slow (SQLSTATE classes 08, 53, 57
 * and read-only failover), so that the same call may well succeed a little later.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return CONNECTION_CODES.has(code) || /^(08|53|57)...$/.test(code) || code === '25006' || RETRYABLE.has(code);
}

/** Whether the database gave a statement up for taking too long, as it does when another holds a row that it waits for. */
export function isStatementTimeout(error: unknown): boolean {
  return codeOf(error) === '57014';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : '';
}
