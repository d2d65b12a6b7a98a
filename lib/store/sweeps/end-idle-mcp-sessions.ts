import type { Db } from '../../db/connection';
import { SESSION_IDLE_SECONDS } from '../mcp-sessions/resume-session';
import { runVerb } from '../run-verb';

/**
 * Ends MCP sessions that were idle for too long, and those of endpoints that were revoked or have expired. A sweep: it needs no
 * scope and reads nothing out.
 * @returns how many ended
 * @throws QueueError `unavailable`
 */
export async function endIdleMcpSessions(db: Db): Promise<number> {
  const rows = await runVerb(
    db,
    'end_idle_mcp_sessions',
    undefined,
    () => db.sql`
      delete from mcp_sessions s
      using endpoints e
      where e.id = s.endpoint_id
        and (
          s.last_seen_at <= now() - make_interval(secs => ${SESSION_IDLE_SECONDS})
          or e.revoked_at is not null
          or e.expires_at <= now()
        )
      returning 1`,
  );
  return rows.length;
}
