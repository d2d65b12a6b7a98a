import { v7 as uuidv7 } from 'uuid';
import type { Db, PoolDb } from '../../db/connection';
import { inTransaction } from '../../db/transaction';
import type { OwnerScope } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** What a human can have done. */
export type HumanAct =
  | 'claim'
  | 'extend'
  | 'complete'
  | 'fail'
  | 'release'
  | 'retry'
  | 'create'
  | 'vend'
  | 'revoke'
  | 'rotate'
  | 'create_webhook'
  | 'rotate_webhook'
  | 'create_hook'
  | 'delete_hook'
  | 'mint_token'
  | 'revoke_token'
  | 'bulk_retry'
  | 'bulk_release';

/** What it was done to, by id alone. */
export interface ActTarget {
  readonly todoId?: string;
  readonly attemptSeq?: number;
  readonly endpointId?: string;
  readonly jobId?: string;
}

/** Notes an act of a human's. */
export async function recordAct(db: Db, scope: OwnerScope, act: HumanAct, target: ActTarget): Promise<void> {
  await runVerb(
    db,
    'record_act',
    undefined,
    () => db.sql`
      insert into human_acts (id, human_id, act, todo_id, attempt_seq, endpoint_id, job_id)
      values (${uuidv7()}, ${scope.humanId}, ${act}, ${target.todoId ?? null}, ${target.attemptSeq ?? null}::int,
        ${target.endpointId ?? null}::uuid, ${target.jobId ?? null}::uuid)`,
  );
}

/**
 * Carries an act out and notes it in one transaction: what is listed as done was done, and nothing was done unlisted.
 * @param verb the act itself; whatever it throws undoes both
 * @param target what it was done to, told from its result; undefined when nothing was done after all
 */
export async function actRecorded<T>(
  db: PoolDb,
  scope: OwnerScope,
  act: HumanAct,
  verb: (tx: Db) => Promise<T>,
  target: (result: T) => ActTarget | undefined,
): Promise<T> {
  return await runVerb(db, act, undefined, () =>
    inTransaction(db, async (tx) => {
      const result = await verb(tx);
      const done = target(result);
      if (done) await recordAct(tx, scope, act, done);
      return result;
    }),
  );
}
