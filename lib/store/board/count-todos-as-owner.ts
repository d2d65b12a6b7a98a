import type { Db } from '../../db/connection';
import type { DoneCount } from '../../db/long-ledgers';
import type { OwnerScope } from '../../queue/scope';
import type { Fragment } from '../columns';
import { matchesLabels, newestOfEndpoint } from '../ledger-filter';
import { isHeld } from '../live';
import { ownedBy } from '../owned-by';
import { runVerb } from '../run-verb';

/** Counts stop here: more is shown as "10,000+", so that a count never reads a whole table. */
export const COUNT_CAP = 10_000;

/** The human's todos by state, each at most {@link COUNT_CAP} + 1; `retrying` and `dead_letter` are the two halves of failed. */
export interface TodoCounts extends DoneCount {
  readonly pending: number;
  readonly claimed: number;
  readonly retrying: number;
  readonly dead_letter: number;
}

/**
 * Counts the human's todos by state, of all queues or of one. Every arm spells its state out, so that its partial index can
 * serve it; for those that are done there is none, so as many of each endpoint's newest todos are looked at as a count may show,
 * and, where live ones take up that look, as many of its oldest.
 */
export async function countTodosAsOwner(db: Db, scope: OwnerScope, queue?: string): Promise<TodoCounts> {
  const { sql } = db;
  const capped = (from: Fragment, condition: Fragment): Fragment => sql`(
    select count(*)::int
    from (
      select
      from ${from}
      where ${condition}
        and ${matchesLabels(db, { queue })}
      limit ${COUNT_CAP + 1}::int
    ) capped
  )`;
  const counted = (condition: Fragment) => capped(sql`todos t`, sql`${ownedBy(sql, scope)} and ${condition}`);
  const newest = sql`endpoints e cross join lateral ${newestOfEndpoint(sql, sql`true`, COUNT_CAP + 1)}`;
  const key = `${scope.humanId} ${queue ?? ''}`;
  const known = db.longLedgers.recall(key);
  const [row] = await runVerb(
    db,
    'count_todos',
    undefined,
    () => sql<[{ pool: number; assigned: number } & Omit<TodoCounts, 'pending' | 'doneAtLeast'>]>`
      select ${counted(sql`t.state = 'pending' and t.assignee is null`)} as pool,
        ${counted(sql`t.state = 'pending' and t.assignee is not null`)} as assigned,
        ${counted(sql`t.state = 'claimed' and ${isHeld(sql)}`)} as claimed,
        ${counted(sql`t.state = 'failed' and t.next_retry_at is not null`)} as retrying,
        ${counted(sql`t.state = 'failed' and t.next_retry_at is null`)} as dead_letter,
        ${known ? sql`0` : capped(newest, sql`e.human_id = ${scope.humanId} and t.state = 'done'`)} as done`,
  );
  const { pool, assigned, ...counts } = row;
  const done = known ?? (await doneIn(db, scope, queue, counts.done));
  if (!known && (done.doneAtLeast || done.done > COUNT_CAP)) db.longLedgers.keep(key, done);
  return { ...counts, done: done.done, doneAtLeast: done.doneAtLeast, pending: pool + assigned };
}

/** @param newest how many are done among each endpoint's newest todos */
async function doneIn(db: Db, scope: OwnerScope, queue: string | undefined, newest: number): Promise<DoneCount> {
  const isShort = newest <= COUNT_CAP && (await isLongLedger(db, scope));
  return isShort ? await doneAtBothEnds(db, scope, queue) : { done: newest, doneAtLeast: false };
}

/** The done ones among each endpoint's newest and oldest todos: the oldest of a long ledger are seldom live. */
async function doneAtBothEnds(db: Db, scope: OwnerScope, queue: string | undefined): Promise<DoneCount> {
  const { sql } = db;
  const look = COUNT_CAP + 1;
  const [row] = await runVerb(
    db,
    'count_todos',
    undefined,
    () => sql<[{ done: number; isCut: boolean }]>`
      select least(coalesce(sum(looked.done), 0), ${look}::int)::int as done,
        coalesce(bool_or(looked.total = ${2 * look}::int), false) as "isCut"
      from endpoints e
      cross join lateral (
        select count(*) as total, count(*) filter (where t.state = 'done' and ${matchesLabels(db, { queue })}) as done
        from (
          (
            select s.id, s.state, s.queue
            from todos s
            where s.endpoint_id = e.id
            order by s.created_at desc, s.id desc
            limit ${look}::int
          )
          union
          (
            select s.id, s.state, s.queue
            from todos s
            where s.endpoint_id = e.id
            order by s.created_at, s.id
            limit ${look}::int
          )
        ) t
      ) looked
      where e.human_id = ${scope.humanId}`,
  );
  return { done: row.done, doneAtLeast: row.isCut && row.done <= COUNT_CAP };
}

/** Whether an endpoint of the human's holds more todos than a bounded look passes. */
async function isLongLedger(db: Db, scope: OwnerScope): Promise<boolean> {
  const rows = await runVerb(
    db,
    'count_todos',
    undefined,
    () => db.sql`
      select
      from endpoints e
      cross join lateral (
        select
        from todos t
        where t.endpoint_id = e.id
        offset ${COUNT_CAP + 1}::int
        limit 1
      ) beyond
      where e.human_id = ${scope.humanId}
      limit 1`,
  );
  return rows.length > 0;
}
