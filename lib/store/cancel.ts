import type { Db } from '../db/connection';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import { compactColumns } from './columns';
import { type ClosedRow, type CompactRow, eventOf, toClosedAttempt, toCompactTodo } from './rows';
import { runVerb } from './run-verb';

/**
 * Calls a todo off: pending, parked, claimed or interrupted. An attempt that was open closes as canceled (SPEC-0034 REQ-3).
 * @throws QueueError `not_found`; `conflict` when it is terminal
 */
export async function cancelTodo(db: Db, scope: EndpointScope, input: { readonly id: string }): Promise<CompactTodo> {
  const [row] = await runVerb(
    db,
    'cancel',
    input.id,
    () => db.sql<(CompactRow & ClosedRow)[]>`
      with moved as (
        update todos t
        set state = 'canceled',
            lease_expires_at = null,
            next_retry_at = null,
            finished_at = now()
        where t.id = ${input.id}
          and t.endpoint_id = ${scope.endpointId}
          and t.queue = any(${scope.queues as string[]}::text[])
          and (t.state in ('pending', 'claimed', 'input-required', 'auth-required') or (t.state = 'failed' and t.next_retry_at is not null))
          and (
            t.state in ('pending', 'failed')
            or t.attempts_total = coalesce((select a.seq from todo_attempts a where a.todo_id = ${input.id} and a.slot = 0), 0)
          )
        returning ${compactColumns(db.sql)}, t.attempts_total
      ),
      closed_attempt as (
        update todo_attempts a
        set slot = a.seq,
            ended_at = greatest(now(), a.claimed_at),
            outcome = 'canceled',
            disposition = 'canceled'
        from moved m
        where a.todo_id = ${input.id}
          and a.slot = 0
          and a.seq = m.attempts_total
        returning a.seq, a.outcome, a.disposition, date_part('epoch', a.ended_at - a.claimed_at) as seconds
      )
      select m.*, x.seq as closed_seq, x.outcome as closed_outcome, x.disposition as closed_disposition,
        null as closed_summary, null as closed_artifact, x.seconds as closed_seconds
      from moved m
      left join closed_attempt x on true`,
  );
  if (!row) return await classifyMiss(db, 'cancel', scope, input.id);
  db.emit({ transition: 'cancel', ...eventOf(row), ready: false, closed: toClosedAttempt(row) });
  return toCompactTodo(row);
}
