import type { Db } from '../../db/connection';
import { QueueError } from '../../queue/errors';
import { RING_AGAIN_AFTER_SECONDS, type Ring } from '../../queue/ring';
import type { Fragment } from '../columns';
import { runVerb } from '../run-verb';
import { isPending, type RingRow, ringColumns, toRing } from './ring-columns';

/** Told of a todo that could not be rung; the others are rung all the same. */
type OnBadTodo = (id: string, error: unknown) => void;

const HEADS_PER_QUEUE = 3;
const MISSED_PER_QUEUE = 100;

/**
 * Rings once more what stays pending: the oldest few of each queue, as often as they have been rung too seldom. However much is
 * pending, a queue costs a look at its head.
 * @param endpointIds endpoints that have a stream open here
 * @param quietIds those of them where nothing has been rung for so long that even a todo never rung is worth a ring
 * @throws QueueError `unavailable`
 */
export async function ringAgain(
  db: Db,
  endpointIds: readonly string[],
  quietIds: readonly string[],
  onBadTodo: OnBadTodo,
): Promise<Ring[]> {
  const isDue = db.sql`
    case
      when t.rung_at is null then t.endpoint_id = any(${quietIds as string[]}::uuid[])
      else t.rung_at <= now() - make_interval(secs => (${RING_AGAIN_AFTER_SECONDS as number[]}::int[])[t.rings])
    end`;
  const heads = db.sql`
    (
      select t.id
      from todos t
      where t.endpoint_id = room.endpoint_id and t.queue = room.queue and t.state = 'pending' and t.assignee is null
      order by t.created_at nulls first, t.id
      limit ${HEADS_PER_QUEUE}
    )
    union all
    (
      select t.id
      from todos t
      where t.endpoint_id = room.endpoint_id and t.assignee = room.owner and t.queue = room.queue and t.state = 'pending'
      order by t.created_at nulls first, t.id
      limit ${HEADS_PER_QUEUE}
    )`;
  return await ringOf(db, endpointIds, heads, isDue, onBadTodo);
}

/**
 * Rings what became claimable while this process could not be told of it, and nobody else has rung either.
 * @param endpointIds endpoints that have a stream open here
 * @param withinSeconds how long ago it may have become claimable
 * @throws QueueError `unavailable`
 */
export async function ringMissed(
  db: Db,
  endpointIds: readonly string[],
  withinSeconds: number,
  onBadTodo: OnBadTodo,
): Promise<Ring[]> {
  const isDue = db.sql`t.rung_at is null and t.ready_at >= now() - make_interval(secs => ${withinSeconds})`;
  // What came back to pending is old, what was created is new: neither end of a long queue may be left out.
  const ends = db.sql`
    (
      select t.id
      from todos t
      where t.endpoint_id = room.endpoint_id and t.queue = room.queue and t.state = 'pending' and t.assignee is null
      order by t.created_at nulls first, t.id
      limit ${MISSED_PER_QUEUE}
    )
    union
    (
      select t.id
      from todos t
      where t.endpoint_id = room.endpoint_id and t.queue = room.queue and t.state = 'pending' and t.assignee is null
      order by t.created_at desc nulls last, t.id desc
      limit ${MISSED_PER_QUEUE}
    )
    union
    (
      select t.id
      from todos t
      where t.endpoint_id = room.endpoint_id and t.assignee = room.owner and t.queue = room.queue and t.state = 'pending'
      order by t.created_at desc nulls last, t.id desc
      limit ${MISSED_PER_QUEUE}
    )`;
  return await ringOf(db, endpointIds, ends, isDue, onBadTodo);
}

/**
 * Rings in one statement or, when that fails for a todo's sake, each by itself, so that a bad one keeps no other from it.
 * @param candidates a select of `id` of pending todos of one `room (endpoint_id, owner, queue)`
 * @param isDue the condition on the todo `t`, asked again of the row as it is when locked
 */
async function ringOf(
  db: Db,
  endpointIds: readonly string[],
  candidates: Fragment,
  isDue: Fragment,
  onBadTodo: OnBadTodo,
): Promise<Ring[]> {
  const due = (onlyId: string | null) => db.sql`
    select t.id
    from (
      select e.id as endpoint_id, 'agent:' || e.agent_id as owner, unnest(e.queues) as queue
      from endpoints e
      where e.id = any(${endpointIds as string[]}::uuid[])
        and e.revoked_at is null
    ) room
    cross join lateral (${candidates}) candidate
    join todos t on t.id = candidate.id
    where ${isPending(db.sql)}
      and ${isDue}
      and (${onlyId}::text is null or t.id = ${onlyId})`;
  try {
    return await ring(db, due(null));
  } catch (error) {
    if (error instanceof QueueError && error.code === 'unavailable') throw error;
  }
  const rings: Ring[] = [];
  for (const { id } of await runVerb(db, 'ring', undefined, () => db.sql<{ id: string }[]>`${due(null)}`)) {
    await ring(db, due(id)).then(
      (rung) => rings.push(...rung),
      (error) => onBadTodo(id, error),
    );
  }
  return rings;
}

async function ring(db: Db, due: Fragment): Promise<Ring[]> {
  const rows = await runVerb(
    db,
    'ring',
    undefined,
    () => db.sql<RingRow[]>`
      with due as materialized (${due} for no key update of t skip locked)
      update todos t
      set rung_at = now(),
          rings = t.rings + 1
      from due
      where t.id = due.id
      returning ${ringColumns(db.sql)}`,
  );
  return rows.map(toRing).sort((one, other) => (one.todoId < other.todoId ? -1 : 1));
}
