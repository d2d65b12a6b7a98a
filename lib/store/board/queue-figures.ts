import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import type { Fragment } from '../columns';
import { SCAN_MAX } from '../ledger-filter';
import { isHeld } from '../live';
import { runVerb } from '../run-verb';
import { COUNT_CAP } from './count-todos-as-owner';

/**
 * Todos are pending in the order of their creation, not of their wait: a release, a death or a redrive lets one wait anew. So many
 * of an endpoint's are compared; only where as many of the earliest were all put back do later ones look less patient.
 */
const WAITING_LOOKED_AT = 500;

/** How a queue stands. Counts stop just above {@link COUNT_CAP} per endpoint, so that they never read a whole table. */
export interface QueueFigures {
  readonly queue: string;
  readonly pending: number;
  /** When the one that waits longest became pending, of each endpoint's {@link WAITING_LOOKED_AT} earliest created. */
  readonly oldestReadyAt: string | null;
  readonly claimed: number;
  readonly retrying: number;
  readonly deadLetters: number;
  /** Of the last hour. */
  readonly completed: number;
  /** Of the last 15 minutes: attempts that ended, and how many of them by a death. */
  readonly endedLately: number;
  readonly diedLately: number;
  /** Of the live endpoints that drain it: the last call, and seconds since it, or since the vend when there was none. */
  readonly lastCallAt: string | null;
  readonly quietSeconds: number | null;
  readonly waitedSeconds: number | null;
  readonly readAt: string;
}

/**
 * The figures of every queue that a live endpoint of the human's drains, or of one queue whoever drains it. Each count is a
 * look into the partial index of its state.
 */
export async function queueFigures(db: Db, scope: OwnerScope, only?: string): Promise<QueueFigures[]> {
  const { sql } = db;
  const own = sql`e.human_id = ${scope.humanId}`;
  const counted = (condition: Fragment) => sql`(
    select count(*)
    from (
      select
      from todos t
      where t.endpoint_id = e.id
        and t.queue = q.queue
        and ${condition}
      limit ${COUNT_CAP + 1}::int
    ) capped
  )`;
  const longest = (condition: Fragment) => sql`(
    select min(first.ready_at)
    from (
      select t.ready_at
      from todos t
      where t.endpoint_id = e.id
        and t.queue = q.queue
        and t.state = 'pending'
        and ${condition}
      order by t.created_at nulls first, t.id
      limit ${WAITING_LOOKED_AT}::int
    ) first
  )`;
  return await runVerb(
    db,
    'queue_figures',
    undefined,
    () => sql<QueueFigures[]>`
      with queues as (
        ${
          only === undefined
            ? sql`select distinct unnest(e.queues) as queue from endpoints e where ${own} and ${isLiveEndpoint(db)}`
            : sql`select ${only}::text as queue`
        }
      ),
      dead as (
        select t.queue, count(*) as letters
        from endpoints e
        cross join lateral (
          select t.queue
          from todos t
          where t.endpoint_id = e.id
            and t.state = 'failed'
            and t.next_retry_at is null
          limit ${SCAN_MAX}::int
        ) t
        where ${own}
        group by t.queue
      ),
      lately as (
        select m.queue, sum(m.completed) as completed,
          sum(m.completed + m.failed + m.died + m.released + m.other) filter (where m.minute > now() - interval '15 minutes') as ended,
          sum(m.died) filter (where m.minute > now() - interval '15 minutes') as died
        from endpoints e
        join queue_minutes m on m.endpoint_id = e.id
        where ${own}
          and m.minute > now() - interval '60 minutes'
        group by m.queue
      )
      select q.queue, s.pending::int, s.oldest as "oldestReadyAt", s.claimed::int, s.retrying::int,
        coalesce(d.letters, 0)::int as "deadLetters", coalesce(l.completed, 0)::int as completed,
        coalesce(l.ended, 0)::int as "endedLately", coalesce(l.died, 0)::int as "diedLately",
        c.last_call as "lastCallAt", c.quiet::float8 as "quietSeconds",
        extract(epoch from now() - s.oldest)::float8 as "waitedSeconds", now() as "readAt"
      from queues q
      left join dead d on d.queue = q.queue
      left join lately l on l.queue = q.queue
      cross join lateral (
        select coalesce(sum(${counted(sql`t.state = 'pending' and t.assignee is null`)}
            + ${counted(sql`t.state = 'pending' and t.assignee is not null`)}), 0) as pending,
          coalesce(sum(${counted(sql`t.state = 'claimed' and ${isHeld(sql)}`)}), 0) as claimed,
          coalesce(sum(${counted(sql`t.state = 'failed' and t.next_retry_at is not null`)}), 0) as retrying,
          min(least(${longest(sql`t.assignee is null`)}, ${longest(sql`t.assignee is not null`)})) as oldest
        from endpoints e
        where ${own}
      ) s
      cross join lateral (
        select max(e.last_seen_at) as last_call,
          min(extract(epoch from now() - coalesce(e.last_seen_at, e.created_at))) as quiet
        from endpoints e
        where ${own}
          and q.queue = any(e.queues)
          and ${isLiveEndpoint(db)}
      ) c
      order by q.queue`,
  );
}

function isLiveEndpoint(db: Db): Fragment {
  return db.sql`e.revoked_at is null and (e.expires_at is null or e.expires_at > now())`;
}
