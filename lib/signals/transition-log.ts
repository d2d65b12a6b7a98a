import type { Log } from '../log';
import type { Subscriber } from './bus';

/** Logs each committed transition by ids and outcomes; never a summary, artifact or claimant (SPEC-0034 REQ-19). */
export function transitionLog(log: Log): Subscriber {
  return (event) => {
    log.debug({
      event: event.transition,
      todo_id: event.todoId,
      endpoint_id: event.endpointId,
      ...(event.closed && {
        seq: event.closed.seq,
        outcome: event.closed.outcome,
        disposition: event.closed.disposition,
      }),
    });
    if (event.deadLetter) {
      log.warn({
        event: 'dead_letter',
        todo_id: event.todoId,
        endpoint_id: event.endpointId,
        cause: event.deadLetter.cause,
      });
    }
  };
}
