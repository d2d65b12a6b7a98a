import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import { ownedBy } from '../owned-by';
import { runVerb } from '../run-verb';

/**
 * The names a queue filter can offer, in order: every queue that an endpoint of the human's was vended with.
 * @param asked also listed when a todo of the human's is in it, though no endpoint was vended with it
 */
export async function queuesOfOwner(db: Db, scope: OwnerScope, asked: string | undefined): Promise<string[]> {
  const rows = await runVerb(
    db,
    'list_queues',
    undefined,
    () => db.sql<{ queue: string }[]>`
      select queue
      from endpoints e
      cross join unnest(e.queues) as queue
      where e.human_id = ${scope.humanId}
      union
      select ${asked ?? null}
      where exists (
        select
        from todos t
        where t.queue = ${asked ?? null}
          and ${ownedBy(db.sql, scope)}
      )
      order by queue`,
  );
  return rows.map((row) => row.queue);
}
