import type { Db } from '../../db/connection';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';

/**
 * Ends sessions of a human's but never the one that asks. Another human's id ends nothing, as an unknown one does.
 * @param keep the session that asks
 * @param only the session to end; undefined ends all others
 * @returns how many ended
 */
export async function endOtherSessions(
  db: Db,
  scope: OwnerScope,
  keep: string,
  only: string | undefined,
): Promise<number> {
  const rows = await runVerb(
    db,
    'board_session_end',
    undefined,
    () => db.sql`
      update sessions s
      set ended_at = now()
      where s.human_id = ${scope.humanId}
        and s.id <> ${uuidOrNil(keep)}
        and (${only === undefined}::boolean or s.id = ${uuidOrNil(only)})
        and s.ended_at is null
        and s.expires_at > now()
      returning 1`,
  );
  return rows.length;
}
