import type { Db } from '../../db/connection';
import { uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** Who is signed in on a live session. */
export interface BoardSession {
  readonly sessionId: string;
  readonly humanId: string;
  readonly email: string;
  readonly name: string;
}

const SEEN_EVERY_SECONDS = 60;

/**
 * The live session behind a cookie, read anew on every request: one that was ended, ran out, or whose human was disabled or
 * deleted is undefined at once, whatever the cookie says. Its use is noted once a minute.
 */
export async function findBoardSession(db: Db, sessionId: string | undefined): Promise<BoardSession | undefined> {
  const [row] = await runVerb(
    db,
    'board_session_find',
    undefined,
    () => db.sql<BoardSession[]>`
      with seen as (
        update sessions s
        set last_seen_at = now()
        where s.id = ${uuidOrNil(sessionId)}
          and s.last_seen_at < now() - make_interval(secs => ${SEEN_EVERY_SECONDS})
      )
      select s.id as "sessionId", s.human_id as "humanId", h.email, h.name
      from sessions s
      join humans h on h.id = s.human_id
      where s.id = ${uuidOrNil(sessionId)}
        and s.ended_at is null
        and s.expires_at > now()
        and h.disabled_at is null
    `,
  );
  return row;
}
