import type { Db } from '../../db/connection';
import { conflict, notFound } from '../../queue/errors';
import type { OwnerScope } from '../../queue/scope';
import { ownsTodo } from './owns-todo';

/**
 * Tells why a human's act touched no row: the todo is not theirs, which reads like absent, or has moved on (SPEC-0034 REQ-19).
 * @throws QueueError always: `not_found` or `conflict`
 */
export async function classifyMissAsOwner(db: Db, operation: string, scope: OwnerScope, id: string): Promise<never> {
  throw (await ownsTodo(db, operation, scope, id)) ? conflict(operation, id) : notFound(operation, id);
}
