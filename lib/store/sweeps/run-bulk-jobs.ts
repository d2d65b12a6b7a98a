import type { Db, PoolDb } from '../../db/connection';
import { inSavepoint, inTransaction } from '../../db/transaction';
import type { BulkAct } from '../../queue/bulk-job';
import { QueueError } from '../../queue/errors';
import { parseReport } from '../../queue/report';
import { type OwnerScope, ownerScope } from '../../queue/scope';
import type { TodoFilter } from '../../queue/todo';
import { endLease } from '../end-lease';
import { matchesLedger } from '../ledger-filter';
import { exemptFromFence } from '../open-attempt';
import { heldInShownAttempt, ownedBy } from '../owned-by';
import { requeueMove } from '../release';
import { requeueFailed } from '../retry';
import { runVerb } from '../run-verb';
import type { SweepOptions } from './sweep';

const BATCH = 50;
/** A run ends in time to be seen alive; what is left is taken up by the next. */
const RUN_MS = 1_000;

/** How many todos of bulk jobs went each way. */
export interface BulkCounts {
  done: number;
  skipped: number;
  failed: number;
}

interface JobRow {
  id: string;
  human_id: string;
  act: BulkAct;
  todo_ids: string[] | null;
  attempts_seen: number[] | null;
  state: TodoFilter | null;
  queue: string | null;
  search: string | null;
  position: number;
  cursor_created_at: string | null;
  cursor_id: string | null;
  created_at: string;
}

interface Item {
  id: string;
  attempts_total: number;
  created_at: string | null;
}

/**
 * Carries unfinished bulk jobs on, oldest first, for about a second. The lock on a job's row makes one runner out of all
 * instances; its counts and position move in the transaction that moves its todos, so that a killed runner loses nothing.
 * @returns what became of the todos looked at
 */
export async function runBulkJobs(db: PoolDb, options: SweepOptions = {}): Promise<BulkCounts> {
  const counts: BulkCounts = { done: 0, skipped: 0, failed: 0 };
  if (!(await hasWork(db))) return counts;
  const endAt = performance.now() + RUN_MS;
  while (!options.signal?.aborted && performance.now() < endAt) {
    const batch = await runVerb(db, 'bulk', undefined, () => inTransaction(db, (tx) => runBatch(tx, options)));
    if (!batch) break;
    counts.done += batch.done;
    counts.skipped += batch.skipped;
    counts.failed += batch.failed;
  }
  return counts;
}

/** Asked before a transaction is begun: nearly always there is nothing. */
async function hasWork(db: Db): Promise<boolean> {
  const rows = await db.sql`select from bulk_jobs j where j.finished_at is null limit 1`;
  return rows.length > 0;
}

async function runBatch(tx: Db, options: SweepOptions): Promise<BulkCounts | undefined> {
  const [job] = await tx.sql<JobRow[]>`
    select j.*, j.done + j.skipped + j.failed as position
    from bulk_jobs j
    where j.finished_at is null
    order by j.created_at
    limit 1
    for update skip locked`;
  if (!job) return undefined;
  const scope = ownerScope(job.human_id);
  const items = await itemsOf(tx, scope, job);
  const counts: BulkCounts = { done: 0, skipped: 0, failed: 0 };
  for (const item of items) counts[await carryOut(tx, scope, job.act, item, options)] += 1;
  await noteProgress(tx, job, items, counts);
  return counts;
}

/** The next todos: of a selection by position, of a filter by keyset, the oldest first and none that moved since the job began. */
async function itemsOf(tx: Db, scope: OwnerScope, job: JobRow): Promise<Item[]> {
  if (job.todo_ids) {
    const seen = job.attempts_seen ?? [];
    return job.todo_ids
      .map((id, place) => ({ id, attempts_total: seen[place] ?? 0, created_at: null }))
      .slice(job.position, job.position + BATCH);
  }
  const { state, queue, search } = job;
  const filter = { state: state ?? undefined, queue: queue ?? undefined, search: search ?? undefined };
  return await tx.sql<Item[]>`
    select m.id, m.attempts_total, m.created_at
    from endpoints e
    cross join lateral (
      select t.id, t.attempts_total, t.created_at
      from todos t
      where t.endpoint_id = e.id
        and ${matchesLedger(tx, filter)}
        and coalesce(t.finished_at, t.claimed_at, t.created_at) <= ${job.created_at}::timestamptz
        and (t.created_at, t.id) > (coalesce(${job.cursor_created_at}::timestamptz, '-infinity'), ${job.cursor_id ?? ''})
      order by t.created_at, t.id
      limit ${BATCH}
    ) m
    where e.human_id = ${scope.humanId}
    order by m.created_at, m.id
    limit ${BATCH}`;
}

/** One act as its human could do it alone. A todo that has moved on is skipped; one that cannot be moved does not stop the rest. */
async function carryOut(
  tx: Db,
  scope: OwnerScope,
  act: BulkAct,
  item: Item,
  options: SweepOptions,
): Promise<keyof BulkCounts> {
  try {
    const moved = await inSavepoint(tx, (step) => (act === 'retry' ? retry : release)(step, scope, item));
    return moved ? 'done' : 'skipped';
  } catch (error) {
    if (!(error instanceof QueueError) || error.code === 'unavailable') throw error;
    if (error.code === 'conflict') return 'skipped';
    options.onBadRow?.(item.id, error);
    return 'failed';
  }
}

async function retry(tx: Db, scope: OwnerScope, item: Item): Promise<boolean> {
  const asShown = tx.sql`${ownedBy(tx.sql, scope)} and t.attempts_total = ${item.attempts_total}::int`;
  return (await requeueFailed(tx, item.id, asShown)) !== undefined;
}

async function release(tx: Db, scope: OwnerScope, item: Item): Promise<boolean> {
  const row = await endLease(tx, {
    operation: 'release',
    id: item.id,
    transition: () => 'release',
    outcome: 'released',
    report: parseReport('release', {}),
    guard: heldInShownAttempt(tx.sql, scope, item.attempts_total),
    fence: exemptFromFence(tx.sql),
    move: requeueMove(tx),
  });
  return row !== undefined;
}

/** What a filter matched at first and no longer does when its turn comes has moved on by itself: it counts as skipped. */
async function noteProgress(tx: Db, job: JobRow, items: readonly Item[], counts: BulkCounts): Promise<void> {
  const last = items.at(-1);
  const isOver = items.length < BATCH;
  await tx.sql`
    update bulk_jobs j
    set done = j.done + ${counts.done}::int,
        failed = j.failed + ${counts.failed}::int,
        skipped = case
          when ${isOver} then greatest(j.skipped + ${counts.skipped}::int, j.total - j.done - j.failed - ${counts.done + counts.failed}::int)
          else j.skipped + ${counts.skipped}::int
        end,
        cursor_created_at = coalesce(${last?.created_at ?? null}::timestamptz, j.cursor_created_at),
        cursor_id = coalesce(${last?.created_at ? last.id : null}, j.cursor_id),
        started_at = coalesce(j.started_at, now()),
        finished_at = case when ${isOver} then now() end
    where j.id = ${job.id}`;
}
