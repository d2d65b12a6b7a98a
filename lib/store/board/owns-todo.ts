import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import { ownedBy } from '../owned-by';
import { runVerb } from '../run-verb';

/** Whether the human has a todo of this id; an absent one and another human's are the same no (SPEC-0034 REQ-10). */
export async function ownsTodo(db: Db, operation: string, scope: OwnerScope, id: string): Promise<boolean> {
  const rows = await runVerb(
    db,
    operation,
    id,
    () => db.sql`
      select 1
      from todos t
      where t.id = ${id}
        and ${ownedBy(db.sql, scope)}`,
  );
  return rows.length > 0;
}
