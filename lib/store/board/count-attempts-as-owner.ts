import type { Db } from '../../db/connection';
import { notFound } from '../../queue/errors';
import type { OwnerScope } from '../../queue/scope';
import { ownedBy } from '../owned-by';
import { runVerb } from '../run-verb';

/**
 * How many attempts a todo of the human's has had, which is also the number of the one that is open. An act that names no attempt
 * means the one at the time of the call: should another begin meanwhile, it is a conflict.
 * @throws QueueError `not_found` when absent or another human's
 */
export async function countAttemptsAsOwner(db: Db, operation: string, scope: OwnerScope, id: string): Promise<number> {
  const [row] = await runVerb(
    db,
    operation,
    id,
    () => db.sql<{ attempts_total: number }[]>`
      select t.attempts_total
      from todos t
      where t.id = ${id}
        and ${ownedBy(db.sql, scope)}`,
  );
  if (!row) throw notFound(operation, id);
  return row.attempts_total;
}
