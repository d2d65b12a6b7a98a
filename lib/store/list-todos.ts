import type { Db } from '../db/connection';
import { decodeCursor, encodeCursor } from '../queue/cursor';
import { invalid } from '../queue/errors';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo, TodoFilter } from '../queue/todo';
import { compactColumns, type Fragment } from './columns';
import { type CompactRow, toCompactTodo } from './rows';
import { runVerb } from './run-verb';

export const LIST_LIMIT_DEFAULT = 50;
export const LIST_LIMIT_MAX = 200;

export interface ListInput {
  readonly queue?: string | undefined;
  readonly state?: TodoFilter | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** One page of todos, newest first, and where the next one begins. */
export interface TodoPage {
  readonly todos: readonly CompactTodo[];
  readonly nextCursor?: string;
}

/**
 * Lists the endpoint's todos in its granted queues, without payloads (SPEC-0003 R9).
 * @throws QueueError `invalid` naming `limit` or `cursor`
 */
export async function listTodos(db: Db, scope: EndpointScope, input: ListInput): Promise<TodoPage> {
  const queues = input.queue === undefined ? scope.queues : scope.queues.filter((queue) => queue === input.queue);
  const inScope = db.sql`t.endpoint_id = ${scope.endpointId} and t.queue = any(${queues as string[]}::text[])`;
  return selectPage(db, 'list_todos', inScope, input);
}

/** One keyset page under any scope. */
export async function selectPage(
  db: Db,
  operation: string,
  inScope: Fragment,
  input: Omit<ListInput, 'queue'>,
): Promise<TodoPage> {
  const limit = parseLimit(operation, input.limit);
  const after = input.cursor === undefined ? undefined : decodeCursor(operation, input.cursor);
  const rows = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql<CompactRow[]>`
      select ${compactColumns(db.sql)}
      from todos t
      where ${inScope}
        and ${matchesFilter(db, input.state)}
        and ${after ? db.sql`(t.created_at, t.id) < (${after.createdAt}::timestamptz, ${after.id})` : db.sql`true`}
      order by t.created_at desc, t.id desc
      limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit).map(toCompactTodo);
  const last = page.at(-1);
  return rows.length > limit && last ? { todos: page, nextCursor: encodeCursor(last) } : { todos: page };
}

/** The condition of a state filter; `retrying` and `dead_letter` are the two halves of failed. */
export function matchesFilter(db: Db, filter: TodoFilter | undefined): Fragment {
  if (filter === undefined) return db.sql`true`;
  if (filter === 'retrying') return db.sql`t.state = 'failed' and t.next_retry_at is not null`;
  if (filter === 'dead_letter') return db.sql`t.state = 'failed' and t.next_retry_at is null`;
  return db.sql`t.state = ${filter}`;
}

function parseLimit(operation: string, limit: number | undefined): number {
  if (limit === undefined) return LIST_LIMIT_DEFAULT;
  if (!Number.isInteger(limit) || limit < 1)
    throw invalid(operation, 'limit', `must be a whole number from 1 to ${LIST_LIMIT_MAX}`);
  return Math.min(limit, LIST_LIMIT_MAX);
}
