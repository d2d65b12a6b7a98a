import type { Db } from '../../db/connection';
import { uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';
import { type Human, type HumanRow, toHuman } from './human';

/**
 * Looks a human up, disabled ones included.
 * @param idOrEmail a human's id, or an email in any case
 */
export async function findHuman(db: Db, idOrEmail: string): Promise<Human | undefined> {
  const [row] = await runVerb(
    db,
    'human_find',
    undefined,
    () => db.sql<HumanRow[]>`
      select id, email, name, created_at, disabled_at
      from humans
      where id = ${uuidOrNil(idOrEmail)}
        or email = ${idOrEmail.trim().toLowerCase()}
    `,
  );
  return row && toHuman(row);
}
