import type { Db } from '../../db/connection';
import type { Outcome } from '../../queue/attempt';
import { decodeCursor, encodeCursor } from '../../queue/cursor';
import type { OwnerScope } from '../../queue/scope';
import type { CompactTodo, TodoFilter } from '../../queue/todo';
import { compactColumns } from '../columns';
import { matchesFilter } from '../list-todos';
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
  /** How the last eight attempts ended, oldest first; null for the open one. */
  readonly outcomes: readonly (Outcome | null)[];
}

export interface ListedPage {
  readonly todos: readonly ListedTodo[];
  readonly nextCursor?: string;
  /** The database's clock at the reading; undefined when nothing was read. */
  readonly readAt: string | undefined;
}

interface ListedRow extends CompactRow {
  endpoint_name: string;
  claimant: string | null;
  ended_at: string | null;
  outcomes: (Outcome | 'open')[];
  read_at: string;
}

/**
 * One page of 50 of the human's todos, newest first. Each endpoint's index gives its own newest, so a page costs the same
 * however many todos are done.
 * @throws QueueError `invalid` naming `cursor`
 */
export async function listTodosAsOwner(
  db: Db,
  scope: OwnerScope,
  input: {
    readonly state?: TodoFilter | undefined;
    readonly queue?: string | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<ListedPage> {
  const after = input.cursor === undefined ? undefined : decodeCursor('list_todos', input.cursor);
  const limit = BOARD_PAGE_SIZE + 1;
  const rows = await runVerb(
    db,
    'list_todos',
    undefined,
    () => db.sql<ListedRow[]>`
      with page as materialized (
        select t.*, e.name as endpoint_name
        from endpoints e
        cross join lateral (
          select ${compactColumns(db.sql)}
          from todos t
          where t.endpoint_id = e.id
            and ${matchesFilter(db, input.state)}
            and ${input.queue === undefined ? db.sql`true` : db.sql`t.queue = ${input.queue}`}
            and ${after ? db.sql`(t.created_at, t.id) < (${after.createdAt}::timestamptz, ${after.id})` : db.sql`true`}
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
  const todos = rows.slice(0, BOARD_PAGE_SIZE).map(toListedTodo);
  const last = todos.at(-1)?.todo;
  const readAt = rows[0]?.read_at;
  return rows.length > BOARD_PAGE_SIZE && last ? { todos, nextCursor: encodeCursor(last), readAt } : { todos, readAt };
}

function toListedTodo(row: ListedRow): ListedTodo {
  return {
    todo: toCompactTodo(row),
    endpointName: row.endpoint_name,
    claimant: row.claimant,
    endedAt: row.ended_at,
    outcomes: row.outcomes.map((outcome) => (outcome === 'open' ? null : outcome)),
  };
}
