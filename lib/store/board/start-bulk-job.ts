import { v7 as uuidv7 } from 'uuid';
import type { Db, PoolDb } from '../../db/connection';
import { BULK_SELECTION_MAX, type BulkAct } from '../../queue/bulk-job';
import { invalid } from '../../queue/errors';
import type { OwnerScope } from '../../queue/scope';
import { type LedgerFilter, matchesLedger } from '../ledger-filter';
import { ownedBy } from '../owned-by';
import { actRecorded } from './record-act';
import type { ShownAttempt } from './release-todo-as-owner';

const COUNT_MAX = 1_000_000;

/** Todos as a page showed them, or all that a filter matches at this moment. */
export type BulkTarget =
  | { readonly selection: readonly ShownAttempt[] }
  | { readonly filter: LedgerFilter & { readonly state: 'dead_letter' | 'retrying' | 'claimed' } };

export interface StartedJob {
  readonly id: string;
  /** How many todos it is about to look at. */
  readonly total: number;
}

/**
 * Puts down a job that any instance takes up: it retries or releases many todos, each guarded as a single act is.
 * @throws QueueError `invalid` when the selection is empty or too long
 */
export async function startBulkJob(
  db: PoolDb,
  scope: OwnerScope,
  act: BulkAct,
  target: BulkTarget,
): Promise<StartedJob> {
  const verb = (tx: Db) =>
    'selection' in target ? ofSelection(tx, scope, act, target.selection) : ofFilter(tx, scope, act, target.filter);
  return await actRecorded(db, scope, `bulk_${act}`, verb, (job) => ({ jobId: job.id }));
}

async function ofSelection(
  tx: Db,
  scope: OwnerScope,
  act: BulkAct,
  selection: readonly ShownAttempt[],
): Promise<StartedJob> {
  if (selection.length === 0 || selection.length > BULK_SELECTION_MAX)
    throw invalid(`bulk_${act}`, 'selection', `must name 1 to ${BULK_SELECTION_MAX} todos`);
  const id = uuidv7();
  await tx.sql`
    insert into bulk_jobs (id, human_id, act, todo_ids, attempts_seen, total)
    values (${id}, ${scope.humanId}, ${act}, ${selection.map((one) => one.id)}::text[],
      ${selection.map((one) => one.attemptSeq)}::int[], ${selection.length}::int)`;
  return { id, total: selection.length };
}

async function ofFilter(tx: Db, scope: OwnerScope, act: BulkAct, filter: LedgerFilter): Promise<StartedJob> {
  const id = uuidv7();
  const { state = null, queue = null, search = null } = filter;
  const [row] = await tx.sql<{ total: number }[]>`
    insert into bulk_jobs (id, human_id, act, state, queue, search, total)
    select ${id}, ${scope.humanId}, ${act}, ${state}, ${queue}, ${search}, count(*)
    from (
      select
      from todos t
      where ${ownedBy(tx.sql, scope)}
        and ${matchesLedger(tx, filter)}
      limit ${COUNT_MAX}::int
    ) matching
    returning total`;
  return { id, total: row?.total ?? 0 };
}
