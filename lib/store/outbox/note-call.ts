import type { Db } from '../../db/connection';
import type { DueCall } from './take-calls';

/** Calls in a row that failed at every try, after which a hook is not called any more. */
export const FAILURES_MAX = 10;

/** Notes that a call has arrived; the hook's failures in a row are over. */
export async function noteCallSent(db: Db, call: DueCall): Promise<void> {
  await db.sql`
    with sent as (
      update outbox
      set sent_at = now(),
          tries = tries + 1
      where id = ${call.id}
    )
    update notify_hooks
    set failures = 0,
        last_sent_at = now()
    where id = ${call.hookId}
      and (failures > 0 or last_sent_at is null or last_sent_at < last_error_at or last_sent_at < now() - interval '1 second')`;
}

/**
 * Notes that a try of a call has failed: it is due again after a while or given up, and the tenth call in a row that is given up
 * disables the hook. Tries that are to be repeated do not count, so a short outage under a burst disables nothing.
 * @param error a sentence of our own about it, never something that the receiver wrote
 * @param retryInSeconds undefined to give the call up
 * @returns whether this failure disabled the hook
 */
export async function noteCallFailed(
  db: Db,
  call: DueCall,
  error: string,
  retryInSeconds: number | undefined,
): Promise<boolean> {
  const givenUp = retryInSeconds === undefined;
  const failures = db.sql`failures + ${givenUp ? 1 : 0}::int`;
  const [hook] = await db.sql<{ disabled: boolean }[]>`
    with failed as (
      update outbox
      set tries = tries + 1,
          due_at = now() + make_interval(secs => ${retryInSeconds ?? 0}),
          given_up_at = case when ${givenUp} then now() end
      where id = ${call.id}
    )
    update notify_hooks
    set failures = ${failures},
        last_error = ${error},
        last_error_at = now(),
        disabled_at = case when ${failures} >= ${FAILURES_MAX}::int then now() end,
        disabled_reason = case when ${failures} >= ${FAILURES_MAX}::int then ${`${FAILURES_MAX} calls in a row failed; the last one: ${error}`} end
    where id = ${call.hookId}
      and disabled_at is null
    returning disabled_at is not null as disabled`;
  return hook?.disabled ?? false;
}

/** Gives calls back that were taken and not made, to be made at once by another sender. */
export async function returnCalls(db: Db, ids: readonly string[]): Promise<void> {
  await db.sql`update outbox set due_at = now() where id = any(${ids as string[]}::uuid[]) and sent_at is null`;
}
