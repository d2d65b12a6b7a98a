import type { Db } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { ownsTodo } from '../store/board/owns-todo';
import { getEndpoint } from '../store/endpoints/list-endpoints';
import { found } from './found';
import { isTodoId } from './todo-id';

/**
 * Whether a path names a todo or an endpoint that is absent or another human's. Asked before a page is begun, so that both get
 * the same constant document instead of a rendered page, whose bytes differ from one time to the next.
 * @param path as in the URL, still encoded
 */
export async function isAbsent(db: Db, scope: OwnerScope, path: string): Promise<boolean> {
  const [, kind, encoded] = /^\/(todos|endpoints)\/([^/]+)/.exec(path) ?? [];
  if (encoded === undefined || path === '/endpoints/new') return false;
  const id = decoded(encoded);
  if (kind === 'todos') return !isTodoId(id) || !(await ownsTodo(db, 'get_todo', scope, id));
  return (await found(getEndpoint(db, scope, id))) === undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
