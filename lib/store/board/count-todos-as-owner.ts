import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import type { Fragment } from '../columns';
import { isHeld } from '../live';
import { runVerb } from '../run-verb';
import { ownedBy } from './owned-by';

/** Counts stop here: more is shown as "10,000+", so that a count never reads a whole table. */
export const COUNT_CAP = 10_000;

/** The human's todos by state, each at most {@link COUNT_CAP} + 1; `retrying` and `dead_letter` are the two halves of failed. */
export interface TodoCounts {
  readonly pending: number;
  readonly claimed: number;
  readonly retrying: number;
  readonly dead_letter: number;
  readonly done: number;
}

/** Counts the human's todos by state; every arm spells its state out, so that its partial index can serve it. */
export async function countTodosAsOwner(db: Db, scope: OwnerScope): Promise<TodoCounts> {
  const { sql } = db;
  const counted = (condition: Fragment): Fragment => sql`(
    select count(*)::int
    from (
      select
      from todos t
      where ${ownedBy(sql, scope)}
        and ${condition}
      limit ${COUNT_CAP + 1}::int
    ) capped
  )`;
  const [row] = await runVerb(
    db,
    'count_todos',
    undefined,
    () => sql<[{ pool: number; assigned: number } & Omit<TodoCounts, 'pending'>]>`
      select ${counted(sql`t.state = 'pending' and t.assignee is null`)} as pool,
        ${counted(sql`t.state = 'pending' and t.assignee is not null`)} as assigned,
        ${counted(sql`t.state = 'claimed' and ${isHeld(sql)}`)} as claimed,
        ${counted(sql`t.state = 'failed' and t.next_retry_at is not null`)} as retrying,
        ${counted(sql`t.state = 'failed' and t.next_retry_at is null`)} as dead_letter,
        ${counted(sql`t.state = 'done'`)} as done`,
  );
  const { pool, assigned, ...counts } = row;
  return { pending: pool + assigned, ...counts };
}
