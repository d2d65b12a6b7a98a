import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import { runVerb } from '../run-verb';
import type { HumanAct } from './record-act';

export const ACTS_PAGE_SIZE = 50;

/** One act of a human's, with the names that what it was done to bears now; null when that is gone. */
export interface ListedAct {
  readonly id: string;
  readonly act: HumanAct;
  readonly by: string;
  readonly todoId: string | null;
  readonly todoTitle: string | null;
  readonly attemptSeq: number | null;
  readonly endpointId: string | null;
  readonly endpointName: string | null;
  readonly jobId: string | null;
  readonly at: string;
  readonly readAt: string;
}

/**
 * The human's acts, newest first: one page and one more, if there is one.
 * @param before the id of the last act of the page before
 */
export async function listActs(
  db: Db,
  scope: OwnerScope,
  input: { readonly limit: number; readonly before?: string | undefined },
): Promise<ListedAct[]> {
  const before = input.before ?? null;
  return await runVerb(
    db,
    'list_acts',
    undefined,
    () => db.sql<ListedAct[]>`
      with listed as (
        select a.*
        from human_acts a
        where a.human_id = ${scope.humanId}
          and (
            ${before}::uuid is null
            or (a.at, a.id) < (select b.at, b.id from human_acts b where b.id = ${before}::uuid and b.human_id = ${scope.humanId})
          )
        order by a.at desc, a.id desc
        limit ${input.limit + 1}::int
      )
      select a.id, a.act, h.email as by, a.todo_id as "todoId", t.title as "todoTitle", a.attempt_seq as "attemptSeq",
        a.endpoint_id as "endpointId", n.name as "endpointName", a.job_id as "jobId", a.at, now() as "readAt"
      from listed a
      join humans h on h.id = a.human_id
      left join todos t on t.id = a.todo_id
      left join endpoints n on n.id = a.endpoint_id and n.human_id = a.human_id
      order by a.at desc, a.id desc`,
  );
}
