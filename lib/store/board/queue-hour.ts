import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** One minute of a queue: what came in, and how attempts ended. */
export interface QueueMinute {
  readonly minute: string;
  readonly created: number;
  readonly completed: number;
  readonly failed: number;
  readonly died: number;
  readonly released: number;
  readonly other: number;
}

/** The last 60 minutes of a queue over the human's endpoints, oldest first, quiet minutes included. */
export async function queueHour(db: Db, scope: OwnerScope, queue: string): Promise<QueueMinute[]> {
  return await runVerb(
    db,
    'queue_hour',
    undefined,
    () => db.sql<QueueMinute[]>`
      select g.minute, coalesce(sum(m.created), 0)::int as created, coalesce(sum(m.completed), 0)::int as completed,
        coalesce(sum(m.failed), 0)::int as failed, coalesce(sum(m.died), 0)::int as died,
        coalesce(sum(m.released), 0)::int as released, coalesce(sum(m.other), 0)::int as other
      from generate_series(date_trunc('minute', now()) - interval '59 minutes', date_trunc('minute', now()), interval '1 minute') as g (minute)
      left join queue_minutes m on m.minute = g.minute
        and m.queue = ${queue}
        and m.endpoint_id in (select e.id from endpoints e where e.human_id = ${scope.humanId})
      group by g.minute
      order by g.minute`,
  );
}
