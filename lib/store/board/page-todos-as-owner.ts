import type { Db } from '../../db/connection';
import { decodeCursor, encodeCursor } from '../../queue/cursor';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import type { TodoFilter } from '../../queue/todo';
import { compactColumns } from '../columns';
import { matchesFilter, type TodoPage } from '../list-todos';
import { type CompactRow, toCompactTodo } from '../rows';
import { runVerb } from '../run-verb';

/** What a page of the human's todos is narrowed to. */
export interface TodosWanted {
  readonly endpointId?: string | undefined;
  readonly queue?: string | undefined;
  readonly state?: TodoFilter | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * One keyset page of the human's todos, newest first. Each endpoint's index gives its own newest, so a page costs the same
 * however many todos are done.
 * @throws QueueError `invalid` naming `cursor`
 */
export async function pageTodosAsOwner(db: Db, scope: OwnerScope, wanted: TodosWanted): Promise<TodoPage> {
  const { endpointId, queue, state, limit, cursor } = wanted;
  const after = cursor === undefined ? undefined : decodeCursor('list_todos', cursor);
  const rows = await runVerb(
    db,
    'list_todos',
    undefined,
    () => db.sql<CompactRow[]>`
      select page.*
      from endpoints e
      cross join lateral (
        select ${compactColumns(db.sql)}
        from todos t
        where t.endpoint_id = e.id
          and ${matchesFilter(db, state)}
          and ${queue === undefined ? db.sql`true` : db.sql`t.queue = ${queue}`}
          and ${after ? db.sql`(t.created_at, t.id) < (${after.createdAt}::timestamptz, ${after.id})` : db.sql`true`}
        order by t.created_at desc, t.id desc
        limit ${limit + 1}::int
      ) page
      where e.human_id = ${scope.humanId}
        and ${endpointId === undefined ? db.sql`true` : db.sql`e.id = ${uuidOrNil(endpointId)}`}
      order by page.created_at desc, page.id desc
      limit ${limit + 1}::int`,
  );
  const todos = rows.slice(0, limit).map(toCompactTodo);
  const last = todos.at(-1);
  return rows.length > limit && last ? { todos, nextCursor: encodeCursor(last) } : { todos };
}
