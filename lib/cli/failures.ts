import { ConfigError } from '../config';
import { DatabaseFailure } from '../db/database-failure';
import { EmbeddedDatabaseError } from '../db/embedded/errors';
import { type ErrorCode, QueueError } from '../queue/errors';

export const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;

/** The command line cannot be understood; the message names the argument. */
export class UsageError extends Error {}

/** What was asked for is not done; the message is one line that says why and what to do. */
export class Refused extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** How a failure ends the process: its exit code, and what is said, without a stack trace and without a secret. */
export interface Failure {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof UsageError) return { exitCode: EXIT_USAGE, code: 'usage', message: error.message };
  if (error instanceof Refused) return { exitCode: EXIT_REFUSED, code: error.code, message: error.message };
  if (error instanceof QueueError) return { exitCode: EXIT_REFUSED, code: error.code, message: messageOf(error) };
  if (error instanceof ConfigError)
    return { exitCode: EXIT_REFUSED, code: 'invalid', message: error.problems.join('; ') };
  if (error instanceof EmbeddedDatabaseError || error instanceof DatabaseFailure)
    return { exitCode: EXIT_REFUSED, code: 'unavailable', message: error.message };
  return {
    exitCode: EXIT_REFUSED,
    code: 'internal',
    message: error instanceof Error ? firstLine(error.message) : 'it failed',
  };
}

/** Without the verb's internal name. The database's own words help the operator, who has no log to look into. */
function messageOf(error: QueueError): string {
  const cause = error.code === 'internal' && error.cause instanceof Error ? `: ${firstLine(error.cause.message)}` : '';
  return `${error.reason}${cause}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1).join('');
}

/**
 * Waits for a store verb and gives its refusals words that fit a console.
 * @param words a message for each code that needs one; other errors pass
 */
export async function orRefuse<T>(verb: Promise<T>, words: Partial<Record<ErrorCode, string>>): Promise<T> {
  try {
    return await verb;
  } catch (error) {
    const message = error instanceof QueueError ? words[error.code] : undefined;
    throw error instanceof QueueError && message !== undefined ? new Refused(error.code, message) : error;
  }
}
