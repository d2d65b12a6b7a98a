import type { Db } from '../db/connection';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import { endLease, heldByAgent } from './end-lease';
import { matchesFence } from './open-attempt';
import { parseResultReport, type ResultInput } from './result-report';
import { toCompactTodo } from './rows';

/**
 * Ends the caller's lease as done, keeping its result and its report (SPEC-0003 R3, SPEC-0034 REQ-3).
 * @throws QueueError `invalid`, `not_found`, `conflict`
 */
export async function completeTodo(db: Db, scope: EndpointScope, input: ResultInput): Promise<CompactTodo> {
  const report = parseResultReport(db, 'complete', input);
  const row = await endLease(db, {
    operation: 'complete',
    id: input.id,
    transition: () => 'complete',
    outcome: 'completed',
    report,
    guard: heldByAgent(db, scope),
    fence: matchesFence(db, input.leaseToken),
    move: db.sql`state = 'done', finished_at = now(), result = ${input.resultText ?? null}::text::jsonb`,
  });
  return row ? toCompactTodo(row) : await classifyMiss(db, 'complete', scope, input.id);
}
