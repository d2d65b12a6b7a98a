import type { Db } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { isQueueName } from '../queue/verbs';
import { ownsTodo } from '../store/board/owns-todo';
import { queuesOfOwner } from '../store/board/queues-of-owner';
import { getEndpoint } from '../store/endpoints/list-endpoints';
import { found } from './found';
import { decodedSegment } from './queue-href';
import { isTodoId } from './todo-id';

/**
 * Whether a path names a todo, an endpoint or a queue that is absent or another human's. Asked before a page is begun, so that
 * both get the same constant document instead of a rendered page, whose bytes differ from one time to the next.
 * @param path as in the URL, still encoded
 */
export async function isAbsent(db: Db, scope: OwnerScope, path: string): Promise<boolean> {
  const [, kind, encoded] = /^\/(todos|endpoints|queues)\/([^/]+)/.exec(path) ?? [];
  if (encoded === undefined || path === '/endpoints/new') return false;
  const id = decodedSegment(encoded);
  if (kind === 'todos') return !isTodoId(id) || !(await ownsTodo(db, 'get_todo', scope, id));
  if (kind === 'queues') return !isQueueName(id) || !(await queuesOfOwner(db, scope, id)).includes(id);
  return (await found(getEndpoint(db, scope, id))) === undefined;
}
