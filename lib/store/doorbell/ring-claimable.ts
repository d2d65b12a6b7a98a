import type { Db } from '../../db/connection';
import { QueueError } from '../../queue/errors';
import type { Ring } from '../../queue/ring';
import type { EndpointScope } from '../../queue/scope';
import { claimableIn } from '../claimable-todos';
import type { Fragment } from '../columns';
import { runVerb } from '../run-verb';
import { isPending, type RingRow, ringColumns, toRing } from './ring-columns';

/**
 * The oldest todos that a newly attached listener could claim, whatever the gate says. Only one that was never rung counts a
 * ring for it, so that listeners who come and go use none up.
 * @throws QueueError `unavailable`
 */
export async function ringOldest(db: Db, scope: EndpointScope, limit: number): Promise<Ring[]> {
  return await ringThese(db, scope, claimableIn(db, scope, { limit }));
}

/**
 * The pending todos that were created since a listener was last rung, oldest first.
 * @param since the `at` of that ring
 * @throws QueueError `unavailable`
 */
export async function ringSince(db: Db, scope: EndpointScope, since: string, limit: number): Promise<Ring[]> {
  const isNewer = db.sql`t.created_at > to_timestamp(${since}::numeric / 1000000)`;
  return await ringThese(
    db,
    scope,
    db.sql`
      select newer.id, newer.created_at
      from unnest(${scope.queues as string[]}::text[]) as q (queue)
      cross join lateral (
        (
          select t.id, t.created_at
          from todos t
          where t.endpoint_id = ${scope.endpointId} and t.queue = q.queue and t.state = 'pending' and t.assignee is null and ${isNewer}
          order by t.created_at nulls first, t.id
          limit ${limit}
        )
        union all
        (
          select t.id, t.created_at
          from todos t
          where t.endpoint_id = ${scope.endpointId} and t.assignee = ${scope.owner} and t.queue = q.queue and t.state = 'pending' and ${isNewer}
          order by t.created_at nulls first, t.id
          limit ${limit}
        )
      ) newer
      order by newer.created_at, newer.id
      limit ${limit}`,
  );
}

/**
 * Each is looked up by its id alone: an endpoint's index must not serve, however small the table was when the plan was made.
 * Reads what a ring says of these todos and counts one for those that had none. Should that fail for a todo's sake, they are rung
 * uncounted.
 * @param these a select of `id` and `created_at` of todos in scope
 */
async function ringThese(db: Db, scope: EndpointScope, these: Fragment): Promise<Ring[]> {
  const count = db.sql`
    , unrung as materialized (
      select t.id
      from chosen
      join todos t on t.id = chosen.id
      where ${isPending(db.sql)}
        and t.rung_at is null
      for no key update of t skip locked
    ),
    rung as (
      update todos t
      set rung_at = now(),
          rings = t.rings + 1
      from unrung
      where t.id = unrung.id
    )`;
  const ring = (counted: Fragment) =>
    runVerb(
      db,
      'ring',
      undefined,
      () => db.sql<RingRow[]>`
        with chosen as materialized (${these})
        ${counted}
        select ${ringColumns(db.sql)}
        from chosen
        cross join lateral (select * from todos t where t.id = chosen.id limit 1) t
        where t.endpoint_id = ${scope.endpointId}
        order by chosen.created_at, chosen.id`,
    );
  const rows = await ring(count).catch((error: unknown) => {
    if (error instanceof QueueError && error.code === 'unavailable') throw error;
    return ring(db.sql``);
  });
  return rows.map(toRing);
}
