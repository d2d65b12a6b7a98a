import type { Db } from '../db/connection';
import { parseReport, type ReportInput } from '../queue/report';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import type { Fragment } from './columns';
import { endLease, heldByAgent } from './end-lease';
import { matchesFence } from './open-attempt';
import { toCompactTodo } from './rows';

export interface ReleaseInput extends ReportInput {
  readonly id: string;
  readonly leaseToken?: string | undefined;
}

/**
 * Gives the caller's todo back: pending at once, its attempt counter neither consumed nor reset (SPEC-0034 REQ-9).
 * @throws QueueError `invalid`, `not_found`, `conflict`
 */
export async function releaseTodo(db: Db, scope: EndpointScope, input: ReleaseInput): Promise<CompactTodo> {
  const report = parseReport('release', input);
  const row = await endLease(db, {
    operation: 'release',
    id: input.id,
    transition: () => 'release',
    outcome: 'released',
    report,
    guard: heldByAgent(db, scope),
    fence: matchesFence(db, input.leaseToken),
    move: requeueMove(db),
  });
  return row ? toCompactTodo(row) : await classifyMiss(db, 'release', scope, input.id);
}

/** Back to pending, and as eligible for a doorbell as a new todo (SPEC-0034 REQ-16). */
export function requeueMove(db: Db): Fragment {
  return db.sql`
    state = 'pending',
    owner = null,
    next_retry_at = null,
    finished_at = null,
    ready_at = now(),
    rung_at = null,
    rings = 0`;
}
