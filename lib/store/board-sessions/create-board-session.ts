import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/connection';
import { uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** How long a Board sign-in lasts unless it is ended before. */
export const BOARD_SESSION_DAYS = 14;

const USER_AGENT_MAX_CHARACTERS = 200;

/** What a session is known by in the list of its human's. */
export interface SessionOrigin {
  /** How the human signed in: `link`, `dev`, `oidc`, `github`. */
  readonly method: string;
  /** The browser as it named itself. */
  readonly userAgent: string | undefined;
}

/**
 * Opens a Board session. Sessions that ran out a day ago are swept here.
 * @returns the session's id, which the cookie carries; undefined for an absent or disabled human
 */
export async function createBoardSession(
  db: Db,
  humanId: string,
  { method, userAgent }: SessionOrigin,
): Promise<string | undefined> {
  const browser = userAgent?.replace(/\p{C}/gu, '').slice(0, USER_AGENT_MAX_CHARACTERS) ?? null;
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
      insert into sessions (id, human_id, expires_at, method, user_agent)
      select ${randomUUID()}::uuid, h.id, now() + make_interval(days => ${BOARD_SESSION_DAYS}::int), ${method}, ${browser}
      from humans h
      where h.id = ${uuidOrNil(humanId)}
        and h.disabled_at is null
      returning id
    `,
  );
  return row?.id;
}
