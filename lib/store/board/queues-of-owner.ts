import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import { newestOfEndpoint } from '../ledger-filter';
import { runVerb } from '../run-verb';

/**
 * The names a queue filter can offer, in order: every queue that an endpoint of the human's was vended with.
 * @param asked also listed when one of the human's newer todos is in it, though no endpoint was vended with it
 */
export async function queuesOfOwner(db: Db, scope: OwnerScope, asked: string | undefined): Promise<string[]> {
  const rows = await runVerb(
    db,
    'list_queues',
    undefined,
    () => db.sql<{ queue: string }[]>`
      select distinct queue
      from endpoints e
      cross join unnest(e.queues) as queue
      where e.human_id = ${scope.humanId}
      order by queue`,
  );
  const queues = rows.map((row) => row.queue);
  if (asked === undefined || queues.includes(asked) || !(await hasTodoIn(db, scope, asked))) return queues;
  return [...queues, asked].sort();
}

async function hasTodoIn(db: Db, scope: OwnerScope, queue: string): Promise<boolean> {
  const rows = await runVerb(
    db,
    'list_queues',
    undefined,
    () => db.sql`
      select
      from endpoints e
      cross join lateral ${newestOfEndpoint(db.sql, db.sql`true`)}
      where e.human_id = ${scope.humanId}
        and t.queue = ${queue}
      limit 1`,
  );
  return rows.length > 0;
}
