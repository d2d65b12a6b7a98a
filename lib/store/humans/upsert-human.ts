import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../db/connection';
import { runVerb } from '../run-verb';
import { type Human, type HumanRow, parseEmail, parseHumanName, toHuman } from './human';

/**
 * The human with this email, added when there is none. A human who exists is returned as they are, disabled or not.
 * @throws QueueError `invalid` naming the argument
 */
export async function upsertHuman(db: Db, input: { email: string; name?: string | undefined }): Promise<Human> {
  const operation = 'human_upsert';
  const email = parseEmail(operation, input.email);
  const name = parseHumanName(operation, input.name, email);
  // The no-op update makes `returning` yield the row in both cases, so no second statement can miss it.
  const [row] = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql<[HumanRow]>`
      insert into humans (id, email, name)
      values (${uuidv7()}, ${email}, ${name})
      on conflict (email) do update set email = excluded.email
      returning id, email, name, created_at, disabled_at
    `,
  );
  return toHuman(row);
}
