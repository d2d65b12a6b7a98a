import type { Db } from '../../db/connection';
import { type OwnerScope, ownerScope } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** The scope of every human, first come first, for an operator's lists over all of them. */
export async function listOwners(db: Db): Promise<OwnerScope[]> {
  const rows = await runVerb(
    db,
    'list_owners',
    undefined,
    () => db.sql<{ id: string }[]>`select h.id from humans h order by h.created_at, h.id`,
  );
  return rows.map((row) => ownerScope(row.id));
}
