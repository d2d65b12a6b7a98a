import type { Db } from '../../db/connection';
import { runVerb } from '../run-verb';

/**
 * Notes that sessions are in use because something is held open for them.
 * @throws QueueError `unavailable`
 */
export async function touchSessions(db: Db, sessionIds: readonly string[]): Promise<void> {
  await runVerb(
    db,
    'touch_sessions',
    undefined,
    () => db.sql`update mcp_sessions s set last_seen_at = now() where s.id = any(${sessionIds as string[]}::text[])`,
  );
}
