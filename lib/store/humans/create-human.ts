import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../db/connection';
import { QueueError } from '../../queue/errors';
import { runVerb } from '../run-verb';
import { type Human, type HumanRow, parseEmail, parseHumanName, toHuman } from './human';

/**
 * Adds a human.
 * @param input an email, and a name that defaults to the email's first part
 * @throws QueueError `invalid` naming the argument, `conflict` when the email is taken
 */
export async function createHuman(db: Db, input: { email: string; name?: string | undefined }): Promise<Human> {
  const operation = 'human_create';
  const email = parseEmail(operation, input.email);
  const name = parseHumanName(operation, input.name, email);
  const [row] = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql<HumanRow[]>`
      insert into humans (id, email, name)
      values (${uuidv7()}, ${email}, ${name})
      on conflict (email) do nothing
      returning id, email, name, created_at, disabled_at
    `,
  );
  if (!row)
    throw new QueueError('conflict', `${operation}: a human with this email exists already`, {
      operation,
      argument: 'email',
    });
  return toHuman(row);
}
