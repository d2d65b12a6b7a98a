import type { Db } from '../db/connection';
import { BACKOFF_SECONDS } from '../queue/backoff';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { isDeadLetter } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import type { Fragment } from './columns';
import { endLease, heldByAgent } from './end-lease';
import { matchesFence } from './open-attempt';
import { parseResultReport, type ResultInput } from './result-report';
import { toCompactTodo } from './rows';

/**
 * Ends the caller's lease as failed: parked until its retry window has passed, or a dead letter at the cap (SPEC-0003 R5).
 * @throws QueueError `invalid`, `not_found`, `conflict`
 */
export async function failTodo(db: Db, scope: EndpointScope, input: ResultInput): Promise<CompactTodo> {
  const report = parseResultReport(db, 'fail', input);
  const row = await endLease(db, {
    operation: 'fail',
    id: input.id,
    transition: (moved) => (isDeadLetter(toCompactTodo(moved)) ? 'failAtCap' : 'failBelowCap'),
    outcome: 'failed',
    report,
    guard: heldByAgent(db, scope),
    fence: matchesFence(db, input.leaseToken),
    move: failMove(db, input.resultText),
  });
  return row ? toCompactTodo(row) : await classifyMiss(db, 'fail', scope, input.id);
}

/** The row itself says whether another try is left, so that a stale caller's memory never decides. */
export function failMove(db: Db, resultText: string | undefined): Fragment {
  return db.sql`
    state = 'failed',
    next_retry_at = case
      when t.attempt < t.max_attempts
      then now() + make_interval(secs => (${BACKOFF_SECONDS as number[]}::int[])[least(greatest(t.attempt, 1), ${BACKOFF_SECONDS.length}::int)])
    end,
    finished_at = case when t.attempt >= t.max_attempts then now() end,
    result = ${resultText ?? null}::text::jsonb`;
}
