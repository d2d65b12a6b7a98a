import type { Log } from '../log';
import { errorFields } from '../log';
import type { Claim } from '../store/claim';

/** Logs that a committed claim goes out without its history; attempts_total tells the client to call get_todo. */
export function noteUnreadHistory(log: Log, claim: Claim): Claim {
  if (claim.priorAttemptsError !== undefined) {
    const fields = errorFields(claim.priorAttemptsError);
    log.warn({ event: 'prior_attempts_unread', todo_id: claim.todo.id, ...fields });
  }
  return claim;
}
