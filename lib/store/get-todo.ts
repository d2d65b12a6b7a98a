import type { Db } from '../db/connection';
import { ATTEMPTS_LIMIT_DEFAULT, ATTEMPTS_LIMIT_MAX, type Attempt } from '../queue/attempt';
import { invalid, notFound } from '../queue/errors';
import type { EndpointScope } from '../queue/scope';
import type { FullTodo } from '../queue/todo';
import { attemptColumns, type Fragment, fullColumns } from './columns';
import { type AttemptRow, type FullRow, toAttempt, toFullTodo } from './rows';
import { runVerb } from './run-verb';

/** A todo with its history (SPEC-0034 REQ-8). */
export interface TodoWithAttempts {
  readonly todo: FullTodo;
  /** JSON, every digit of its numbers kept. */
  readonly resultText: string | null;
  /** Newest first, the open attempt included. */
  readonly attempts: readonly Attempt[];
  readonly attemptsTotal: number;
  readonly attemptsPruned: number;
}

/**
 * Reads one todo and its newest attempts.
 * @param input `attemptsLimit` defaults to 20; above 50 counts as 50
 * @throws QueueError `invalid` below 1; `not_found` when absent, foreign or outside the granted queues
 */
export async function getTodo(
  db: Db,
  scope: EndpointScope,
  input: { readonly id: string; readonly attemptsLimit?: number | undefined },
): Promise<TodoWithAttempts> {
  const limit = parseAttemptsLimit(input.attemptsLimit);
  const [row] = await runVerb(
    db,
    'get_todo',
    input.id,
    () => db.sql<
      (FullRow & {
        result_text: string | null;
        attempts_total: number;
        attempts_pruned: number;
        attempts: AttemptRow[];
      })[]
    >`
      select ${fullColumns(db.sql)}, t.result::text as result_text, t.attempts_total, t.attempts_pruned, ${newestAttempts(db, limit)} as attempts
      from todos t
      where t.id = ${input.id}
        and t.endpoint_id = ${scope.endpointId}
        and t.queue = any(${scope.queues as string[]}::text[])`,
  );
  if (!row) throw notFound('get_todo', input.id);
  return {
    todo: toFullTodo(row),
    resultText: row.result_text,
    attempts: row.attempts.map(toAttempt),
    attemptsTotal: row.attempts_total,
    attemptsPruned: row.attempts_pruned,
  };
}

/** The newest attempts of the todo `t` as one JSON column, so that they are read by the very statement that checks the scope. */
export function newestAttempts(db: Db, limit: number): Fragment {
  return db.sql`
    (
      select coalesce(json_agg(newest order by newest.seq desc), '[]')
      from (
        select ${attemptColumns(db.sql)}
        from todo_attempts a
        where a.todo_id = t.id
        order by a.seq desc
        limit ${limit}::int
      ) newest
    )`;
}

function parseAttemptsLimit(limit: number | undefined): number {
  if (limit === undefined) return ATTEMPTS_LIMIT_DEFAULT;
  if (!Number.isInteger(limit) || limit < 1)
    throw invalid('get_todo', 'attempts_limit', `must be a whole number from 1 to ${ATTEMPTS_LIMIT_MAX}`);
  return Math.min(limit, ATTEMPTS_LIMIT_MAX);
}
