import type { Db } from '../../db/connection';

/** How long minutes are kept: charts show the last hour. */
const KEPT = '2 hours';

interface Counts {
  readonly endpointId: string;
  readonly queue: string;
  readonly created: number;
  readonly completed: number;
  readonly failed: number;
  readonly died: number;
  readonly released: number;
  readonly other: number;
}

/**
 * Adds what a process counted to the current minute of each queue, and drops minutes that no chart shows any more.
 */
export async function addQueueMinutes(db: Db, counts: readonly Counts[]): Promise<void> {
  const column = (name: Exclude<keyof Counts, 'endpointId' | 'queue'>) => counts.map((one) => one[name]);
  if (counts.length > 0) {
    await db.sql`
      insert into queue_minutes as m (minute, endpoint_id, queue, created, completed, failed, died, released, other)
      select date_trunc('minute', now()), c.*
      from unnest(${counts.map((one) => one.endpointId)}::uuid[], ${counts.map((one) => one.queue)}::text[],
        ${column('created')}::int[], ${column('completed')}::int[], ${column('failed')}::int[], ${column('died')}::int[],
        ${column('released')}::int[], ${column('other')}::int[]) as c
      order by 2, 3
      on conflict (endpoint_id, queue, minute) do update
      set created = m.created + excluded.created,
          completed = m.completed + excluded.completed,
          failed = m.failed + excluded.failed,
          died = m.died + excluded.died,
          released = m.released + excluded.released,
          other = m.other + excluded.other`;
  }
  await db.sql`delete from queue_minutes where minute < now() - ${KEPT}::interval`;
}
