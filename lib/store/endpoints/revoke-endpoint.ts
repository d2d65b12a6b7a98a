import type { Db, PoolDb } from '../../db/connection';
import { inTransaction } from '../../db/transaction';
import { notFound } from '../../queue/errors';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import type { Fragment } from '../columns';
import { tellDeadLettered } from '../outbox/tell-hooks';
import { type ClosedRow, type CompactRow, eventOf, toClosedAttempt } from '../rows';
import { runVerb } from '../run-verb';

/**
 * Revokes an endpoint of the human's: its credential and sessions end, its live todos become dead letters and their open attempts close as
 * revoked, all in one transaction (SPEC-0034 REQ-3).
 * @returns how many todos were dead-lettered
 * @throws QueueError `not_found` when absent, foreign or already revoked
 */
export async function revokeEndpoint(
  db: PoolDb,
  scope: OwnerScope,
  endpointId: string,
): Promise<{ deadLettered: number }> {
  const id = uuidOrNil(endpointId);
  const deadLettered = await revokeWhere(db, id, (tx) => tx.sql`e.human_id = ${scope.humanId}`);
  if (deadLettered === undefined) throw notFound('revoke');
  return { deadLettered };
}

/**
 * Revokes one endpoint if it still meets a condition. The endpoint's row is locked first, so that no todo can be created on it,
 * then its todos, so that none can change hands; only then does a fresh snapshot see every attempt there is to close.
 * @returns how many todos were dead-lettered, or undefined when the condition did not hold
 */
export async function revokeWhere(
  db: PoolDb,
  endpointId: string,
  condition: (tx: Db) => Fragment,
): Promise<number | undefined> {
  return await runVerb(db, 'revoke', undefined, () =>
    inTransaction(db, async (tx) => {
      // An endpoint may hold a great many todos, and its credential must end all the same.
      await tx.sql`set local statement_timeout = '10min'`;
      const locked =
        await tx.sql`select 1 from endpoints e where e.id = ${endpointId} and e.revoked_at is null and ${condition(tx)} for update`;
      if (locked.length === 0) return undefined;
      await tx.sql`update endpoints set revoked_at = now() where id = ${endpointId}`;
      await tx.sql`delete from mcp_sessions where endpoint_id = ${endpointId}`;
      await tx.sql`select 1 from todos t where t.endpoint_id = ${endpointId} and ${isRevocable(tx)} order by t.id for update`;
      return await deadLetterTodos(tx, endpointId);
    }),
  );
}

async function deadLetterTodos(tx: Db, endpointId: string): Promise<number> {
  const rows = await tx.sql<(CompactRow & ClosedRow & { attempts_total: number })[]>`
    with moved as (
      update todos t
      set state = 'failed',
          lease_expires_at = null,
          next_retry_at = null,
          finished_at = now()
      where t.endpoint_id = ${endpointId}
        and ${isRevocable(tx)}
      returning t.id, t.endpoint_id, t.queue, t.attempts_total
    ),
    closed_attempt as (
      update todo_attempts a
      set slot = a.seq,
          ended_at = greatest(now(), a.claimed_at),
          outcome = 'revoked',
          disposition = 'dead_lettered'
      from moved m
      where a.todo_id = m.id
        and a.slot = 0
      returning a.todo_id, a.seq, date_part('epoch', a.ended_at - a.claimed_at) as seconds
    )${tellDeaths(tx)}
    select m.*, x.seq as closed_seq, 'revoked' as closed_outcome, 'dead_lettered' as closed_disposition,
      null as closed_summary, null as closed_artifact, x.seconds as closed_seconds
    from moved m
    left join closed_attempt x on x.todo_id = m.id`;
  for (const row of rows) {
    const deadLetter = { cause: 'revoked', attemptsTotal: row.attempts_total } as const;
    tx.emit({ transition: 'revoke', ...eventOf(row), ready: false, closed: toClosedAttempt(row), deadLetter });
  }
  return rows.length;
}

/** Nobody reported, and a todo without an open attempt has none to tell of. */
function tellDeaths(tx: Db): Fragment {
  const { sql } = tx;
  const nothing = sql`null::text`;
  return tellDeadLettered(tx, sql`moved m left join closed_attempt x on x.todo_id = m.id`, {
    cause: sql`'revoked'`,
    seq: sql`x.seq`,
    outcome: sql`case when x.seq is not null then 'revoked' end`,
    died: sql`false`,
    summary: nothing,
    artifact: nothing,
  });
}

/** Pending, claimed, interrupted and parked todos; what is terminal already keeps its end. */
function isRevocable(tx: Db): Fragment {
  return tx.sql`(t.state in ('pending', 'claimed', 'input-required', 'auth-required') or (t.state = 'failed' and t.next_retry_at is not null))`;
}
