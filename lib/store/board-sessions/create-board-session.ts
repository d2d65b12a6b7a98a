import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/connection';
import { uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** How long a Board sign-in lasts unless it is ended before. */
export const BOARD_SESSION_DAYS = 14;

/**
 * Opens a Board session. Sessions that ran out a day ago are swept here.
 * @returns the session's id, which the cookie carries; undefined for an absent or disabled human
 */
export async function createBoardSession(db: Db, humanId: string): Promise<string | undefined> {
  const [row] = await runVerb(
    db,
    'board_session_create',
    undefined,
    () => db.sql<{ id: string }[]>`
      with swept as (
        delete from sessions
        where human_id = ${uuidOrNil(humanId)}
          and expires_at < now() - interval '1 day'
      )
      insert into sessions (id, human_id, expires_at)
      select ${randomUUID()}::uuid, h.id, now() + make_interval(days => ${BOARD_SESSION_DAYS}::int)
      from humans h
      where h.id = ${uuidOrNil(humanId)}
        and h.disabled_at is null
      returning id
    `,
  );
  return row?.id;
}
