import type { Db } from '../../db/connection';
import { runVerb } from '../run-verb';

/**
 * Ends a session of this endpoint. Its leases run on.
 * @throws QueueError `unavailable`
 */
export async function endSession(db: Db, endpointId: string, sessionId: string): Promise<void> {
  await runVerb(
    db,
    'end_session',
    undefined,
    () => db.sql`delete from mcp_sessions s where s.id = ${sessionId} and s.endpoint_id = ${endpointId}`,
  );
}
