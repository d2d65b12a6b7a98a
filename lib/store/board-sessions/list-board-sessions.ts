import type { Db } from '../../db/connection';
import type { OwnerScope } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** A live Board session as its human sees it. */
export interface BoardSessionView {
  readonly id: string;
  readonly method: string | null;
  readonly userAgent: string | null;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
}

/** The human's sessions that have not ended, the one used last first. */
export async function listBoardSessions(db: Db, scope: OwnerScope): Promise<BoardSessionView[]> {
  return await runVerb(
    db,
    'board_session_list',
    undefined,
    () => db.sql<BoardSessionView[]>`
      select s.id, s.method, s.user_agent as "userAgent", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
        s.expires_at as "expiresAt"
      from sessions s
      where s.human_id = ${scope.humanId}
        and s.ended_at is null
        and s.expires_at > now()
      order by s.last_seen_at desc, s.id`,
  );
}
