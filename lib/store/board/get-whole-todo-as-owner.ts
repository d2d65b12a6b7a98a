import type { Db } from '../../db/connection';
import { notFound } from '../../queue/errors';
import type { OwnerScope } from '../../queue/scope';
import { fullColumns } from '../columns';
import { newestAttempts, type TodoWithAttempts } from '../get-todo';
import { ownedBy } from '../owned-by';
import { type AttemptRow, type FullRow, toAttempt, toFullTodo } from '../rows';
import { runVerb } from '../run-verb';

/** A todo with all that its human may know of it, nothing cut. */
export interface WholeTodo extends TodoWithAttempts {
  readonly idempotencyKey: string | null;
  /** How often it was delivered, the first time included. */
  readonly deliveries: number;
}

interface WholeRow extends FullRow {
  result_text: string | null;
  idempotency_key: string | null;
  deliveries: number;
  attempts: AttemptRow[];
  attempts_total: number;
  attempts_pruned: number;
}

/**
 * Reads one todo of the human's for a program, in one statement (SPEC-0034 REQ-8, REQ-10).
 * @param input `attemptsLimit` is how many of its newest attempts come along
 * @throws QueueError `not_found` when absent or another human's
 */
export async function getWholeTodoAsOwner(
  db: Db,
  scope: OwnerScope,
  input: { readonly id: string; readonly attemptsLimit: number },
): Promise<WholeTodo> {
  const [row] = await runVerb(
    db,
    'get_todo',
    input.id,
    () => db.sql<WholeRow[]>`
      select ${fullColumns(db.sql)}, t.result::text as result_text, t.idempotency_key, t.deliveries, t.attempts_total, t.attempts_pruned,
        ${newestAttempts(db, input.attemptsLimit)} as attempts
      from todos t
      where t.id = ${input.id}
        and ${ownedBy(db.sql, scope)}`,
  );
  if (!row) throw notFound('get_todo', input.id);
  return {
    todo: toFullTodo(row),
    resultText: row.result_text,
    idempotencyKey: row.idempotency_key,
    deliveries: row.deliveries,
    attempts: row.attempts.map(toAttempt),
    attemptsTotal: row.attempts_total,
    attemptsPruned: row.attempts_pruned,
  };
}
