import type { Db } from '../../db/connection';
import { runVerb } from '../run-verb';

/** How many sessions one endpoint may have; a further one ends the longest idle. */
export const SESSIONS_MAX_PER_ENDPOINT = 1_000;

export interface NewSession {
  readonly id: string;
  readonly endpointId: string;
  readonly protocolVersion: string;
  readonly clientName: string;
  readonly clientVersion: string;
}

/**
 * Records a session, ending the endpoint's longest idle ones beyond the bound. No lease hangs on a session.
 * @returns the ids of those that ended
 * @throws QueueError `unavailable`
 */
export async function createSession(db: Db, session: NewSession): Promise<string[]> {
  const evicted = await runVerb(
    db,
    'initialize',
    undefined,
    () => db.sql<{ id: string }[]>`
      with beyond_bound as (
        select s.id
        from mcp_sessions s
        where s.endpoint_id = ${session.endpointId}
        order by s.last_seen_at desc
        offset ${SESSIONS_MAX_PER_ENDPOINT - 1}
      ),
      evicted as (
        delete from mcp_sessions s using beyond_bound b where s.id = b.id returning s.id
      ),
      opened as (
        insert into mcp_sessions (id, endpoint_id, protocol_version, client_name, client_version)
        values (${session.id}, ${session.endpointId}, ${session.protocolVersion}, ${session.clientName}, ${session.clientVersion})
      )
      select id from evicted`,
  );
  return evicted.map((row) => row.id);
}
