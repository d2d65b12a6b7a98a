import { expect, it } from 'vitest';
import { needsOf } from '@/lib/board/needs';
import { readQueuePage } from '@/lib/board/queue-page';
import { Bus } from '@/lib/signals/bus';
import { QueueMinutes } from '@/lib/signals/queue-minutes';
import { queueFigures } from '@/lib/store/board/queue-figures';
import { queueHour } from '@/lib/store/board/queue-hour';
import { claimTodo } from '@/lib/store/claim';
import { releaseTodo } from '@/lib/store/release';
import { addQueueMinutes } from '@/lib/store/sweeps/add-queue-minutes';
import { reapLapsedLeases } from '@/lib/store/sweeps/reap-lapsed-leases';
import {
  aClaimedTodo,
  aDeadLetter,
  aDoneTodo,
  aHuman,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  testQueue,
} from '../../support/queue';

const held = testQueue();

/** The file's database, with every transition counted. */
function counting() {
  const minutes = new QueueMinutes();
  const bus = new Bus((error) => {
    throw error;
  });
  bus.subscribe(minutes.subscriber);
  return { minutes, db: { ...held.db, emit: bus.publish.bind(bus) } };
}

it('what happened is added up by minute, over instances, and shown to the queue’s human alone', async () => {
  const [one, two] = [counting(), counting()];
  const { scope, human } = await anEndpoint(held.db);
  await aDoneTodo(one.db, scope);
  await aParkedRetry(one.db, scope);
  await aDeadLetter(two.db, scope);
  await aClaimedTodo(two.db, scope, { leaseLapsed: true });
  await reapLapsedLeases(two.db);
  const { todo } = await aClaimedTodo(two.db, scope);
  await releaseTodo(two.db, scope, { id: todo.id });
  for (const { minutes } of [one, two]) await addQueueMinutes(held.db, minutes.drain());
  await addQueueMinutes(held.db, one.minutes.drain());
  const hour = await queueHour(held.db, human, 'ci');
  expect(hour).toHaveLength(60);
  const total = (name: 'created' | 'completed' | 'failed' | 'died' | 'released') =>
    hour.reduce((sum, minute) => sum + minute[name], 0);
  expect([total('created'), total('completed'), total('failed'), total('died'), total('released')]).toEqual([
    5, 1, 2, 1, 1,
  ]);
  const foreign = await queueHour(held.db, await aHuman(held.db), 'ci');
  expect(foreign.every((minute) => minute.created === 0 && minute.completed === 0)).toBe(true);
  const page = await readQueuePage(held.db, human, 'ci');
  expect(page?.inWords).toMatch(
    /^In the last 60 minutes 5 todos came in and 5 attempts ended: 1 completed, 2 failed, 1 died, 1 released\./,
  );
});

it('minutes that no chart shows are dropped', async () => {
  const { scope } = await anEndpoint(held.db);
  await held.db.sql`
    insert into queue_minutes (minute, endpoint_id, queue, created)
    values (now() - interval '3 hours', ${scope.endpointId}, 'ci', 1), (now() - interval '1 hour', ${scope.endpointId}, 'ci', 1)`;
  await addQueueMinutes(held.db, []);
  const rows = await held.db.sql`select from queue_minutes where endpoint_id = ${scope.endpointId}`;
  expect(rows).toHaveLength(1);
});

it('figures count by queue, over the human’s endpoints alone', async () => {
  const { scope, human } = await anEndpoint(held.db, { queues: ['ci', 'reviews'] });
  const second = await anEndpoint(held.db, { human });
  const other = await anEndpoint(held.db);
  await aPendingTodo(held.db, scope);
  await aPendingTodo(held.db, scope, { assignee: scope.owner });
  await aPendingTodo(held.db, second.scope);
  await aClaimedTodo(held.db, scope);
  await aParkedRetry(held.db, scope);
  await aDeadLetter(held.db, scope, { queue: 'reviews' });
  await aPendingTodo(held.db, other.scope);
  const [ci, reviews, ...rest] = await queueFigures(held.db, human);
  expect(ci).toMatchObject({ queue: 'ci', pending: 3, claimed: 1, retrying: 1, deadLetters: 0, lastCallAt: null });
  expect(reviews).toMatchObject({ queue: 'reviews', pending: 0, deadLetters: 1, oldestReadyAt: null });
  expect(rest).toEqual([]);
  expect(await readQueuePage(held.db, other.human, 'reviews')).toBeUndefined();
});

it('the longest wait is told, whichever was created first', async () => {
  const { scope, human } = await anEndpoint(held.db);
  const [first, second] = [await aPendingTodo(held.db, scope), await aPendingTodo(held.db, scope)];
  const wait = async (id: string, minutes: number) =>
    await held.db.sql`
      update todos
      set created_at = now() - make_interval(mins => ${minutes}::int), ready_at = now() - make_interval(mins => ${minutes}::int)
      where id = ${id}`;
  await wait(first, 30);
  await wait(second, 20);
  await held.db.sql`update endpoints set created_at = now() - interval '1 hour' where id = ${scope.endpointId}`;
  await claimTodo(held.db, scope, { id: first });
  await releaseTodo(held.db, scope, { id: first });
  const [ci] = await queueFigures(held.db, human);
  expect(Math.floor((ci?.waitedSeconds ?? 0) / 60)).toBe(20);
  expect(needsOf(ci ? [ci] : []).map(({ text }) => text)).toEqual([
    '2 todos wait in queue ci and none of its endpoints has ever called.',
  ]);
});

it('a human is needed where work waits and nobody comes, and where workers die in numbers', async () => {
  const { scope, human } = await anEndpoint(held.db);
  await aPendingTodo(held.db, scope);
  const needs = async () => needsOf(await queueFigures(held.db, human)).map(({ text }) => text);
  expect(await needs()).toEqual([]);
  await held.db.sql`update todos set ready_at = now() - interval '10 minutes' where endpoint_id = ${scope.endpointId}`;
  await held.db.sql`update endpoints set created_at = now() - interval '1 hour' where id = ${scope.endpointId}`;
  expect(await needs()).toEqual(['1 todo waits in queue ci and none of its endpoints has ever called.']);
  await held.db.sql`update endpoints set last_seen_at = now() - interval '7 minutes' where id = ${scope.endpointId}`;
  expect(await needs()).toEqual(['1 todo waits in queue ci and no endpoint of it called for 7 min.']);
  await held.db.sql`update endpoints set last_seen_at = now() where id = ${scope.endpointId}`;
  expect(await needs()).toEqual([]);
  await held.db.sql`
    insert into queue_minutes (minute, endpoint_id, queue, completed, died)
    values (date_trunc('minute', now()), ${scope.endpointId}, 'ci', 8, 2), (date_trunc('minute', now()) - interval '3 minutes', ${scope.endpointId}, 'ci', 0, 1)`;
  expect(await needs()).toEqual(['3 of 11 attempts in queue ci died within 15 minutes: their workers never reported.']);
});
