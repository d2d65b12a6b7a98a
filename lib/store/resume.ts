import type { Db } from '../db/connection';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import { compactColumns } from './columns';
import { hasOpenAttempt, matchesFence } from './open-attempt';
import { type CompactRow, eventOf, toCompactTodo } from './rows';
import { runVerb } from './run-verb';

export interface ResumeInput {
  readonly id: string;
  readonly leaseToken?: string | undefined;
}

/**
 * Goes on with an interrupted todo: claimed again by the same owner under a lease of the default ttl, in the same attempt
 * (SPEC-0034 REQ-2).
 * @throws QueueError `not_found`, `conflict`
 */
export async function resumeTodo(db: Db, scope: EndpointScope, input: ResumeInput): Promise<CompactTodo> {
  const [row] = await runVerb(
    db,
    'resume',
    input.id,
    () => db.sql<CompactRow[]>`
      with resumed as (
        update todos t
        set state = 'claimed',
            lease_expires_at = now() + make_interval(secs => ${db.settings.leaseTtlSeconds})
        where t.id = ${input.id}
          and t.endpoint_id = ${scope.endpointId}
          and t.queue = any(${scope.queues as string[]}::text[])
          and t.state in ('input-required', 'auth-required')
          and t.owner = ${scope.owner}
          and ${hasOpenAttempt(db, input.id, matchesFence(db, input.leaseToken))}
        returning ${compactColumns(db.sql)}, t.attempts_total
      ),
      extended_attempt as (
        update todo_attempts a
        set lease_expires_at = now() + make_interval(secs => ${db.settings.leaseTtlSeconds})
        where a.todo_id = ${input.id}
          and a.slot = 0
          and a.seq = (select r.attempts_total from resumed r)
      )
      select * from resumed`,
  );
  if (!row) return await classifyMiss(db, 'resume', scope, input.id);
  db.emit({ transition: 'resume', ...eventOf(row), ready: false });
  return toCompactTodo(row);
}
