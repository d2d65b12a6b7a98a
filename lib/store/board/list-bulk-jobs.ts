import type { Db } from '../../db/connection';
import type { BulkAct } from '../../queue/bulk-job';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import type { TodoFilter } from '../../queue/todo';
import type { Fragment } from '../columns';
import { runVerb } from '../run-verb';

const JOBS_SHOWN = 20;

/** A bulk job as it stands. Done, skipped and failed together are its progress towards the total. */
export interface BulkJob {
  readonly id: string;
  readonly act: BulkAct;
  /** How many todos were named one by one; null for a filter's. */
  readonly selected: number | null;
  readonly state: TodoFilter | null;
  readonly queue: string | null;
  readonly search: string | null;
  readonly total: number;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly readAt: string;
}

/** The human's newest bulk jobs. */
export async function listBulkJobs(db: Db, scope: OwnerScope): Promise<BulkJob[]> {
  return await selectJobs(db, scope, db.sql`true`);
}

/** One bulk job of the human's; undefined when absent or foreign. */
export async function getBulkJob(db: Db, scope: OwnerScope, id: string): Promise<BulkJob | undefined> {
  const [job] = await selectJobs(db, scope, db.sql`j.id = ${uuidOrNil(id)}`);
  return job;
}

async function selectJobs(db: Db, scope: OwnerScope, condition: Fragment): Promise<BulkJob[]> {
  return await runVerb(
    db,
    'list_bulk_jobs',
    undefined,
    () => db.sql<BulkJob[]>`
      select j.id, j.act, cardinality(j.todo_ids) as selected, j.state, j.queue, j.search, j.total, j.done, j.skipped, j.failed,
        j.created_at as "createdAt", j.finished_at as "finishedAt", now() as "readAt"
      from bulk_jobs j
      where j.human_id = ${scope.humanId}
        and ${condition}
      order by j.created_at desc, j.id desc
      limit ${JOBS_SHOWN}`,
  );
}
