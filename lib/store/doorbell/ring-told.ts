import type { Db } from '../../db/connection';
import type { Ring } from '../../queue/ring';
import { runVerb } from '../run-verb';
import { isPending, type RingRow, ringColumns, toRing } from './ring-columns';

/** A todo that this process was told has become claimable. */
export interface ToldTodo {
  readonly todoId: string;
  readonly endpointId: string;
}

/** What became of one that is pending and in its endpoint's scope. */
export interface ToldRing {
  readonly ring: Ring;
  /** This call won the ring: nobody else has rung it, nor will within the gate. */
  readonly won: boolean;
}

/**
 * Wins the ring of each todo for whoever asks first: the gate is in the row, so it holds over all instances, and every return
 * to pending opens it again (SPEC-0034 REQ-16). A row that is locked is being claimed or rung by somebody else.
 * @param told todos of endpoints that have a stream open here, and of no others
 * @param gateMs how long a ring suppresses the next one of the same todo
 * @returns those that are pending, in a granted queue, and not assigned to another agent
 * @throws QueueError `unavailable`, `internal`
 */
export async function ringTold(db: Db, told: readonly ToldTodo[], gateMs: number): Promise<ToldRing[]> {
  const rows = await runVerb(
    db,
    'ring',
    undefined,
    () => db.sql<(RingRow & { won: boolean })[]>`
      with heard as materialized (
        select ${ringColumns(db.sql)}
        from unnest(
          ${told.map((one) => one.todoId)}::text[],
          ${told.map((one) => one.endpointId)}::uuid[]
        ) as told (todo_id, endpoint_id)
        join todos t on t.id = told.todo_id and t.endpoint_id = told.endpoint_id
        join endpoints e on e.id = told.endpoint_id
        where ${isPending(db.sql)}
          and t.queue = any(e.queues)
          and (t.assignee is null or t.assignee = 'agent:' || e.agent_id)
          and e.revoked_at is null
      ),
      unrung as materialized (
        select t.id
        from heard
        join todos t on t.id = heard.id
        where ${isPending(db.sql)}
          and (t.rung_at is null or t.rung_at <= now() - make_interval(secs => ${gateMs / 1_000}))
        for no key update of t skip locked
      ),
      rung as (
        update todos t
        set rung_at = now(),
            rings = t.rings + 1
        from unrung
        where t.id = unrung.id
        returning t.id
      )
      select heard.*, rung.id is not null as won
      from heard
      left join rung on rung.id = heard.id`,
  );
  return rows.map((row) => ({ ring: toRing(row), won: row.won }));
}
