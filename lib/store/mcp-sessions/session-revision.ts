import type { Db } from '../../db/connection';
import { runVerb } from '../run-verb';

/**
 * The revision of MCP that a session agreed on.
 * @returns undefined when it is not a session of this endpoint any more
 * @throws QueueError `unavailable`
 */
export async function sessionRevision(db: Db, endpointId: string, sessionId: string): Promise<string | undefined> {
  const [row] = await runVerb(
    db,
    'session_revision',
    undefined,
    () => db.sql<{ protocol_version: string }[]>`
      select s.protocol_version
      from mcp_sessions s
      where s.id = ${sessionId}
        and s.endpoint_id = ${endpointId}`,
  );
  return row?.protocol_version;
}
