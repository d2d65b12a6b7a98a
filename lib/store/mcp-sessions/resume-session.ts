import type { Db } from '../../db/connection';
import { runVerb } from '../run-verb';

/** A session with no call and no stream for this long has ended. */
export const SESSION_IDLE_SECONDS = 30 * 60;

/**
 * Finds a session of this endpoint and notes that it is in use.
 * @returns false when it is unknown, ended, idle for too long, or another endpoint's: callers answer all alike
 * @throws QueueError `unavailable`
 */
export async function resumeSession(db: Db, endpointId: string, sessionId: string): Promise<boolean> {
  const rows = await runVerb(
    db,
    'resume_session',
    undefined,
    () => db.sql`
      update mcp_sessions s
      set last_seen_at = now()
      where s.id = ${sessionId}
        and s.endpoint_id = ${endpointId}
        and s.last_seen_at > now() - make_interval(secs => ${SESSION_IDLE_SECONDS})
      returning 1`,
  );
  return rows.length > 0;
}
