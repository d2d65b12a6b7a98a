import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import type { CompactTodo } from '../../queue/todo';
import { isLapsed } from '../claim-candidates';
import { ownedBy } from '../owned-by';
import { toCompactTodo } from '../rows';
import { takeCandidate } from '../take-candidate';
import { classifyMissAsOwner } from './classify-miss-as-owner';

/**
 * Claims a todo for its human, unfenced: pending, a due retry, or one whose lease has lapsed below the cap, unless it is assigned
 * to somebody else (SPEC-0003 R2, SPEC-0034 REQ-1). Only the todo as the human saw it is taken.
 * @param input the todo, how many attempts it had had when the human looked, and the lease in seconds
 * @throws QueueError `not_found`; `conflict` when it is not claimable or has been tried again since
 */
export async function claimTodoAsOwner(
  db: Db,
  scope: OwnerScope,
  input: { readonly id: string; readonly attemptsTotal: number; readonly leaseTtlSeconds: number },
): Promise<CompactTodo & { readonly attemptSeq: number }> {
  const taker = {
    kind: 'owner',
    endpointId: null,
    session: null,
    owner: scope.owner,
    claimant: null,
    ttlSeconds: input.leaseTtlSeconds,
    fence: undefined,
  } as const;
  const select = () => db.sql`
      select t.id, t.attempt, t.attempts_total,
        case t.state when 'pending' then t.ready_at when 'failed' then t.next_retry_at else t.lease_expires_at end as ready_at
      from todos t
      where t.id = ${input.id}
        and ${ownedBy(db.sql, scope)}
        and t.attempts_total = ${input.attemptsTotal}::int
        and (t.assignee is null or t.assignee = ${scope.owner})
        and (
          t.state = 'pending'
          or (t.state = 'failed' and t.next_retry_at <= now())
          or (${isLapsed(db)})
        )
      for update of t`;
  const row = await takeCandidate(db, 'claim', taker, { select, withHistory: true });
  return row
    ? { ...toCompactTodo(row), attemptSeq: row.attempts_total }
    : await classifyMissAsOwner(db, 'claim', scope, input.id);
}
