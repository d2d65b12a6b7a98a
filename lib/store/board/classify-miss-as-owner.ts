import type { Db } from '../../db/connection';
import { conflict, notFound } from '../../queue/errors';
import type { OwnerScope } from '../../queue/scope';
import { runVerb } from '../run-verb';
import { ownedBy } from './owned-by';

/**
 * Tells why a human's act touched no row: the todo is not theirs, which reads like absent, or has moved on (SPEC-0034 REQ-19).
 * @throws QueueError always: `not_found` or `conflict`
 */
export async function classifyMissAsOwner(db: Db, operation: string, scope: OwnerScope, id: string): Promise<never> {
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
  throw rows.length === 0 ? notFound(operation, id) : conflict(operation, id);
}
