import type { Db } from '../db/connection';
import { type Attempt, PRIOR_ATTEMPTS_MAX } from '../queue/attempt';
import { attemptColumns, type Fragment } from './columns';
import { type AttemptRow, toAttempt } from './rows';

/**
 * The five most recent closed attempts before one, newest first, as its claimer is told them (SPEC-0034 REQ-7).
 * @param inScope the condition on the todo `t` that the caller's reads always carry (REQ-10)
 * @param beforeSeq the claimer's own attempt
 */
export async function priorAttempts(db: Db, todoId: string, inScope: Fragment, beforeSeq: number): Promise<Attempt[]> {
  const rows = await db.sql<AttemptRow[]>`
    select ${attemptColumns(db.sql)}
    from todos t
    join todo_attempts a on a.todo_id = ${todoId}
    where t.id = ${todoId}
      and ${inScope}
      and a.slot between 1 and ${beforeSeq - 1}::int
    order by a.slot desc
    limit ${PRIOR_ATTEMPTS_MAX}`;
  return rows.map(toAttempt);
}
