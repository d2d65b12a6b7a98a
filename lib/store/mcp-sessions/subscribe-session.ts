import type { Db } from '../../db/connection';
import { runVerb } from '../run-verb';

/**
 * Notes that a session wants to be told of a queue, or no longer. The row holds it, so that whichever instance has the session's
 * stream open knows.
 * @param subscribed whether it wants to be told from now on
 * @throws QueueError `unavailable`
 */
export async function subscribeSession(
  db: Db,
  session: { readonly endpointId: string; readonly sessionId: string },
  queue: string,
  subscribed: boolean,
): Promise<void> {
  const without = db.sql`array_remove(s.subscribed_queues, ${queue}::text)`;
  await runVerb(
    db,
    subscribed ? 'subscribe' : 'unsubscribe',
    undefined,
    () => db.sql`
      update mcp_sessions s
      set subscribed_queues = ${subscribed ? db.sql`array_append(${without}, ${queue}::text)` : without}
      where s.id = ${session.sessionId}
        and s.endpoint_id = ${session.endpointId}`,
  );
}
