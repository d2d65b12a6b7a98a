import type { Db } from '../../db/connection';
import { uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';

/** Ends a Board session for good; its cookie is worth nothing from here on. Ending it again changes nothing. */
export async function endBoardSession(db: Db, sessionId: string): Promise<void> {
  await runVerb(
    db,
    'board_session_end',
    undefined,
    () => db.sql`
      update sessions
      set ended_at = now()
      where id = ${uuidOrNil(sessionId)}
        and ended_at is null
    `,
  );
}
