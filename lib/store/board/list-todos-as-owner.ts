import type { Db } from '../../db/connection';
import type { Outcome } from '../../queue/attempt';
import { type Cursor, decodeCursor, encodeCursor } from '../../queue/cursor';
import type { OwnerScope } from '../../queue/scope';
import type { CompactTodo } from '../../queue/todo';
import { compactColumns, type Fragment } from '../columns';
import {
  isIndexedState,
  type LedgerFilter,
  matchesLabels,
  matchesLedger,
  matchesState,
  newestOfEndpoint,
  SCAN_MAX,
} from '../ledger-filter';
import { type CompactRow, toCompactTodo } from '../rows';
import { runVerb } from '../run-verb';

export const BOARD_PAGE_SIZE = 50;

/** A row of the ledger: the todo, and enough of its history to tell deaths from failures. */
export interface ListedTodo {
  readonly todo: CompactTodo;
  readonly endpointName: string;
  /** The newest attempt's label, and when that attempt ended. */
  readonly claimant: string | null;
  readonly endedAt: string | null;
  readonly attemptsTotal: number;
  /** How the last eight attempts ended, oldest first; null for the open one. */
  readonly outcomes: readonly (Outcome | null)[];
}

export interface ListedPage {
  readonly todos: readonly ListedTodo[];
  readonly nextCursor?: string;
  /** The page is not full although older todos may match: so many of each endpoint's were looked at. */
  readonly lookedAt?: number;
  /** The database's clock at the reading; undefined when nothing was read. */
  readonly readAt: string | undefined;
}

interface ListedRow extends CompactRow {
  endpoint_name: string;
  attempts_total: number;
  claimant: string | null;
  ended_at: string | null;
  outcomes: (Outcome | 'open')[];
  read_at: string;
}

/**
 * One page of 50 of the human's todos, newest first. Each endpoint's index gives its own newest, so a page costs the same
 * however many todos are done; a filter that no index serves looks at a bounded number of them and then says so.
 * @throws QueueError `invalid` naming `cursor`
 */
export async function listTodosAsOwner(
  db: Db,
  scope: OwnerScope,
  input: LedgerFilter & { readonly cursor?: string | undefined },
): Promise<ListedPage> {
  const after = input.cursor === undefined ? undefined : decodeCursor('list_todos', input.cursor);
  const isNarrowed = input.queue !== undefined || input.state !== undefined;
  const isBounded = input.search !== undefined || (isNarrowed && !isIndexedState(input.state));
  const rows = await selectRows(db, scope, isBounded ? boundedTodos(db, input, after) : indexedTodos(db, input, after));
  const readAt = rows[0]?.read_at;
  const todos = rows.slice(0, BOARD_PAGE_SIZE).map(toListedTodo);
  const last = todos.at(-1)?.todo;
  if (rows.length > BOARD_PAGE_SIZE && last) return { todos, nextCursor: encodeCursor(last), readAt };
  const end = isBounded ? await endOfScan(db, scope, after) : undefined;
  if (!end) return { todos, readAt };
  const isWithin = ({ todo }: ListedTodo) =>
    todo.createdAt > end.createdAt || (todo.createdAt === end.createdAt && todo.id >= end.id);
  return { todos: todos.filter(isWithin), nextCursor: encodeCursor(end), lookedAt: SCAN_MAX, readAt };
}

async function selectRows(db: Db, scope: OwnerScope, ofEndpoint: Fragment): Promise<ListedRow[]> {
  const limit = BOARD_PAGE_SIZE + 1;
  return await runVerb(
    db,
    'list_todos',
    undefined,
    () => db.sql<ListedRow[]>`
      with page as materialized (
        select t.*, e.name as endpoint_name
        from endpoints e
        cross join lateral (
          ${ofEndpoint}
          order by t.created_at desc, t.id desc
          limit ${limit}::int
        ) t
        where e.human_id = ${scope.humanId}
        order by t.created_at desc, t.id desc
        limit ${limit}::int
      )
      select p.*, h.claimant, h.ended_at, coalesce(h.outcomes, '{}') as outcomes, now() as read_at
      from page p
      left join lateral (
        select (array_agg(a.claimant order by a.seq desc))[1] as claimant,
          (array_agg(a.ended_at order by a.seq desc))[1] as ended_at,
          array_agg(coalesce(a.outcome, 'open') order by a.seq) as outcomes
        from (
          select a.seq, a.claimant, a.ended_at, a.outcome
          from todo_attempts a
          where a.todo_id = p.id
          order by a.seq desc
          limit 8
        ) a
      ) h on true
      order by p.created_at desc, p.id desc`,
  );
}

function indexedTodos(db: Db, filter: LedgerFilter, after: Cursor | undefined): Fragment {
  return db.sql`
    select ${listedColumns(db)}
    from todos t
    where t.endpoint_id = e.id
      and ${matchesLedger(db, filter)}
      and ${after ? db.sql`(t.created_at, t.id) < (${after.createdAt}::timestamptz, ${after.id})` : db.sql`true`}`;
}

function boundedTodos(db: Db, filter: LedgerFilter, after: Cursor | undefined): Fragment {
  return db.sql`
    select ${listedColumns(db)}
    from ${newestOfEndpoint(db.sql, afterScanned(db, after))}
    where ${matchesState(db, filter.state)}
      and ${matchesLabels(db, filter)}`;
}

/** The newest place at which a bounded look ended with older todos left; undefined when every endpoint was looked through. */
async function endOfScan(db: Db, scope: OwnerScope, after: Cursor | undefined): Promise<Cursor | undefined> {
  const [end] = await runVerb(
    db,
    'list_todos',
    undefined,
    () => db.sql<Cursor[]>`
      select s.created_at as "createdAt", s.id
      from endpoints e
      cross join lateral (
        select s.created_at, s.id
        from todos s
        where s.endpoint_id = e.id
          and ${afterScanned(db, after)}
        order by s.created_at desc, s.id desc
        offset ${SCAN_MAX - 1}::int
        limit 1
      ) s
      where e.human_id = ${scope.humanId}
      order by s.created_at desc, s.id desc
      limit 1`,
  );
  return end;
}

function afterScanned(db: Db, after: Cursor | undefined): Fragment {
  return after ? db.sql`(s.created_at, s.id) < (${after.createdAt}::timestamptz, ${after.id})` : db.sql`true`;
}

function listedColumns(db: Db): Fragment {
  return db.sql`${compactColumns(db.sql)}, t.attempts_total`;
}

function toListedTodo(row: ListedRow): ListedTodo {
  return {
    todo: toCompactTodo(row),
    endpointName: row.endpoint_name,
    attemptsTotal: row.attempts_total,
    claimant: row.claimant,
    endedAt: row.ended_at,
    outcomes: row.outcomes.map((outcome) => (outcome === 'open' ? null : outcome)),
  };
}
