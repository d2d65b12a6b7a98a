import postgres from 'postgres';

/** The database cannot be used as it is. The message is one sentence that names cause and remedy, and holds no secret. */
export class DatabaseFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseFailure';
  }
}

/**
 * Why a database does not answer: PostgreSQL's words for what it refused itself, a code for what the network refused. Neither
 * holds a secret.
 */
export function reasonForNoAnswer(error: unknown): string {
  if (error instanceof postgres.PostgresError) return error.message;
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
}

/** Host and database of a URL, without user name and password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The same failure in a sentence: where nobody answers, and what to do. */
export function noAnswer(variable: string, url: string, error: unknown): DatabaseFailure {
  const words = `${variable}: no database answers at ${placeOf(url)} (${reasonForNoAnswer(error)})`;
  return new DatabaseFailure(`${words}: ${remedyFor(error)}`, { cause: error });
}

/** A transaction pooler takes no settings of a session; without prepared statements and settings it serves well. */
function remedyFor(error: unknown): string {
  const isPooler = error instanceof postgres.PostgresError && /unsupported startup parameter/i.test(error.message);
  if (isPooler)
    return 'it is a transaction pooler, so set SWITCHBOARD_DATABASE_DIRECT_URL to the database behind it as well';
  return 'start it, or correct the URL';
}
