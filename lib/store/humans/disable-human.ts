import type { Db } from '../../db/connection';
import { QueueError } from '../../queue/errors';
import { uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';
import { type Human, type HumanRow, toHuman } from './human';

/**
 * Shuts a human out: sign-in is refused, open Board sessions end at once, unspent sign-in links die with it. Repeating it
 * changes nothing. Their endpoints stop working too, because a credential of a disabled human is not accepted.
 * @param idOrEmail a human's id or email
 * @throws QueueError `not_found`
 */
export async function disableHuman(db: Db, idOrEmail: string): Promise<Human> {
  const operation = 'human_disable';
  const [row] = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql<HumanRow[]>`
      with disabled as (
        update humans
        set disabled_at = coalesce(disabled_at, now())
        where id = ${uuidOrNil(idOrEmail)}
          or email = ${idOrEmail.trim().toLowerCase()}
        returning id, email, name, created_at, disabled_at
      ), ended_sessions as (
        update sessions
        set ended_at = now()
        where human_id in (select id from disabled)
          and ended_at is null
      ), killed_links as (
        delete from sign_in_links
        where human_id in (select id from disabled)
          and spent_at is null
      )
      select id, email, name, created_at, disabled_at
      from disabled
    `,
  );
  if (!row) throw new QueueError('not_found', `${operation}: no such human`, { operation });
  return toHuman(row);
}
