import type { Db } from '../../db/connection';
import { QueueError } from '../../queue/errors';
import { runVerb } from '../run-verb';
import { type Human, type HumanRow, toHuman } from './human';
import { upsertHuman } from './upsert-human';

const FIRST_HUMAN_EMAIL = 'owner@localhost';

/**
 * Whom the start-up link signs in: the first human who is not disabled, created as `owner@localhost` if there is none.
 * @throws QueueError `conflict` when that human is disabled
 */
export async function ensureFirstHuman(db: Db): Promise<Human> {
  const operation = 'human_first';
  const [row] = await runVerb(
    db,
    operation,
    undefined,
    () => db.sql<HumanRow[]>`
      select id, email, name, created_at, disabled_at
      from humans
      where disabled_at is null
      order by created_at, id
      limit 1
    `,
  );
  if (row) return toHuman(row);
  const human = await upsertHuman(db, { email: FIRST_HUMAN_EMAIL });
  if (human.disabledAt === null) return human;
  throw new QueueError('conflict', `${operation}: every human is disabled; create one with the CLI: human create`, {
    operation,
  });
}
