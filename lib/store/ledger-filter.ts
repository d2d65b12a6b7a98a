import type { Db, Sql } from '../db/connection';
import type { TodoFilter } from '../queue/todo';
import type { Fragment } from './columns';
import { matchesFilter } from './list-todos';
import { isHeld } from './live';

/** What a human narrows the ledger to. */
export interface LedgerFilter {
  readonly state?: TodoFilter | undefined;
  readonly queue?: string | undefined;
  /** An id or idempotency key as it stands, or a part of a title. */
  readonly search?: string | undefined;
}

/** The condition of the ledger's filters on the todo `t`. */
export function matchesLedger(db: Db, filter: LedgerFilter): Fragment {
  return db.sql`${matchesState(db, filter.state)} and ${matchesLabels(db, filter)}`;
}

/** The part of a filter that no index serves: the queue's name and the search. */
export function matchesLabels(db: Db, { queue, search }: LedgerFilter): Fragment {
  return db.sql`
    ${queue === undefined ? db.sql`true` : db.sql`t.queue = ${queue}`}
    and ${search === undefined ? db.sql`true` : matchesSearch(db, search)}`;
}

/** A state in the words of the partial index that holds it, if one does. */
export function matchesState(db: Db, state: TodoFilter | undefined): Fragment {
  const { sql } = db;
  if (state === 'pending')
    return sql`((t.state = 'pending' and t.assignee is null) or (t.state = 'pending' and t.assignee is not null))`;
  if (state === 'claimed') return sql`t.state = 'claimed' and ${isHeld(sql)}`;
  if (state === 'input-required' || state === 'auth-required') return sql`t.state = ${state} and ${isHeld(sql)}`;
  return matchesFilter(db, state);
}

/** Whether a partial index holds the todos of this state and few others. */
export function isIndexedState(state: TodoFilter | undefined): boolean {
  return state !== undefined && !['done', 'canceled', 'rejected', 'failed'].includes(state);
}

/** Most todos of one endpoint that are looked at, the newest first, where no index narrows them. */
export const SCAN_MAX = 50_000;

/**
 * The newest todos of the endpoint `e`, as `t`, of which the caller keeps what it wants: however rare that is, it ends.
 * @param after the condition on the todo `s` that they begin at
 */
export function newestOfEndpoint(sql: Sql, after: Fragment, limit = SCAN_MAX): Fragment {
  return sql`(
    select s.*
    from todos s
    where s.endpoint_id = e.id
      and ${after}
    order by s.created_at desc, s.id desc
    limit ${limit}::int
  ) t`;
}

function matchesSearch(db: Db, search: string): Fragment {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return db.sql`(t.title ilike ${pattern} or t.id = ${search} or t.idempotency_key = ${search})`;
}
