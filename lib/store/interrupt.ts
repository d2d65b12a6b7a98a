import type { Db } from '../db/connection';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import { compactColumns } from './columns';
import { heldByAgent } from './end-lease';
import { hasOpenAttempt, matchesFence } from './open-attempt';
import { type CompactRow, eventOf, toCompactTodo } from './rows';
import { runVerb } from './run-verb';

export interface InterruptInput {
  readonly id: string;
  readonly state: 'input-required' | 'auth-required';
  readonly leaseToken?: string | undefined;
}

/**
 * Pauses the caller's attempt until somebody gives what it lacks. The attempt stays open and the owner keeps the todo, whatever
 * becomes of the lease in the meantime (SPEC-0034 REQ-2).
 * @throws QueueError `not_found`, `conflict`
 */
export async function interruptTodo(db: Db, scope: EndpointScope, input: InterruptInput): Promise<CompactTodo> {
  const [row] = await runVerb(
    db,
    'interrupt',
    input.id,
    () => db.sql<CompactRow[]>`
      update todos t
      set state = ${input.state}
      where t.id = ${input.id}
        and ${heldByAgent(db, scope)}
        and ${hasOpenAttempt(db, input.id, matchesFence(db, input.leaseToken))}
      returning ${compactColumns(db.sql)}`,
  );
  if (!row) return await classifyMiss(db, 'interrupt', scope, input.id);
  db.emit({ transition: 'interrupt', ...eventOf(row), ready: false });
  return toCompactTodo(row);
}
