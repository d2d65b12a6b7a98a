import { expect, it } from 'vitest';
import { inTransaction } from '@/lib/db/transaction';
import { failTodo } from '@/lib/store/fail';
import { runVerb } from '@/lib/store/run-verb';
import { aClaimedTodo, anEndpoint, attemptsOf, brokenInvariants, testQueue } from '../support/queue';

const queue = testQueue();

it('a verb that loses a deadlock is tried again, moves once and tells of it once', async () => {
  const { db, events } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  await db.sql`create sequence refusals`;
  await db.sql`
    create function deadlock_once() returns trigger language plpgsql as
    $$ begin if nextval('refusals') = 1 then raise exception 'planted' using errcode = '40P01'; end if; return new; end $$`;
  await db.sql`create trigger deadlock_once before update on todos for each row execute function deadlock_once()`;
  events.length = 0;
  expect(await failTodo(db, scope, { id: todo.id })).toMatchObject({ state: 'failed' });
  await db.sql`drop trigger deadlock_once on todos`;
  expect(events.filter(({ closed }) => closed)).toHaveLength(1);
  expect(await attemptsOf(db, todo.id)).toHaveLength(1);
  expect(await brokenInvariants(db)).toEqual([]);
});

it('a transaction that loses a deadlock is tried again as a whole, and only the last try is told', async () => {
  const { db, events } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  events.length = 0;
  let tries = 0;
  await runVerb(db, 'twice', undefined, () =>
    inTransaction(db, async (tx) => {
      tries += 1;
      await failTodo(tx, scope, { id: todo.id });
      if (tries === 1) await tx.sql`do $$ begin raise exception 'planted' using errcode = '40P01'; end $$`;
    }),
  );
  expect(tries).toBe(2);
  expect(events).toHaveLength(1);
});
