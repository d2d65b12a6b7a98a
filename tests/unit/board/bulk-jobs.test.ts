import { expect, it } from 'vitest';
import { parseBulkOrder } from '@/lib/board/bulk';
import type { PoolDb } from '@/lib/db/connection';
import type { OwnerScope } from '@/lib/queue/scope';
import { getBulkJob, listBulkJobs } from '@/lib/store/board/list-bulk-jobs';
import { startBulkJob } from '@/lib/store/board/start-bulk-job';
import { claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { runBulkJobs } from '@/lib/store/sweeps/run-bulk-jobs';
import {
  aClaimedTodo,
  aDeadLetter,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  attemptsOf,
  brokenInvariants,
  outcomeOf,
  rowOf,
  testQueue,
} from '../../support/queue';

const held = testQueue();
const DEAD = { filter: { state: 'dead_letter' } } as const;

/** As the timer does: a run takes about a second, and there may be many. */
async function runToEnd(db: PoolDb, human: OwnerScope, id: string): Promise<void> {
  while ((await getBulkJob(db, human, id))?.finishedAt === null) await runBulkJobs(db);
}

it('retries a selection as shown: what moved on is skipped, and nothing else is touched', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db);
  const [first, second, parked] = [
    await aDeadLetter(db, scope),
    await aDeadLetter(db, scope),
    await aParkedRetry(db, scope),
  ];
  const pending = await aPendingTodo(db, scope);
  const foreign = await aDeadLetter(db, (await anEndpoint(db)).scope);
  const left = await aDeadLetter(db, scope);
  const selection = [first, second, parked, pending, foreign, 'td_never'].map((id) => ({
    id,
    attemptSeq: id === second ? 2 : 1,
  }));
  const { id, total } = await startBulkJob(db, human, 'retry', { selection });
  expect(total).toBe(6);
  await runBulkJobs(db);
  expect(await getBulkJob(db, human, id)).toMatchObject({
    done: 2,
    skipped: 4,
    failed: 0,
    finishedAt: expect.any(String),
  });
  for (const todo of [first, parked]) expect(await rowOf(db, todo)).toMatchObject({ state: 'pending', attempt: 0 });
  for (const todo of [second, foreign, left]) expect(await rowOf(db, todo)).toMatchObject({ state: 'failed' });
});

it('releases fenced attempts of a selection; a holder’s right token is a conflict then', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db);
  const claim = await aClaimedTodo(db, scope, { requireFence: true });
  await startBulkJob(db, human, 'release', { selection: [{ id: claim.todo.id, attemptSeq: 1 }] });
  await runBulkJobs(db);
  expect(await attemptsOf(db, claim.todo.id)).toMatchObject([{ outcome: 'released', disposition: 'requeued' }]);
  expect(await outcomeOf(completeTodo(db, scope, { id: claim.todo.id, leaseToken: claim.leaseToken }))).toBe(
    'conflict',
  );
});

it('retries all that match a filter, in its queue and of its human alone, and not what died after its start', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db, { queues: ['ci', 'reviews'] });
  const elsewhere = await anEndpoint(db);
  for (let count = 0; count < 120; count += 1) await aDeadLetter(db, scope, { queue: 'ci' });
  const others = [await aDeadLetter(db, scope, { queue: 'reviews' }), await aDeadLetter(db, elsewhere.scope)];
  const { id, total } = await startBulkJob(db, human, 'retry', { filter: { state: 'dead_letter', queue: 'ci' } });
  expect(total).toBe(120);
  const late = await aDeadLetter(db, scope, { queue: 'ci' });
  await runToEnd(db, human, id);
  expect(await getBulkJob(db, human, id)).toMatchObject({ done: 120, skipped: 0, failed: 0 });
  for (const todo of [...others, late]) expect((await rowOf(db, todo)).state).toBe('failed');
  expect(await listBulkJobs(db, elsewhere.human)).toEqual([]);
});

it('counts as skipped what stopped matching before its turn, and as failed what cannot be moved', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db);
  const [bad, gone, good] = [await aDeadLetter(db, scope), await aDeadLetter(db, scope), await aDeadLetter(db, scope)];
  const keyed = await aDeadLetter(db, scope, { key: 'k' });
  await aPendingTodo(db, scope, { key: 'k' });
  await db.sql.unsafe(`
    create function refuse_bad() returns trigger language plpgsql as $$
    begin if old.id = '${bad}' and new.state = 'pending' then raise 'not this one'; end if; return new; end $$;
    create trigger refuse_bad before update on todos for each row execute function refuse_bad()`);
  const { id } = await startBulkJob(db, human, 'retry', DEAD);
  await db.sql`update todos set state = 'done' where id = ${gone}`;
  const failed: string[] = [];
  await runBulkJobs(db, { onBadRow: (todoId) => failed.push(todoId) });
  await db.sql.unsafe('drop trigger refuse_bad on todos');
  expect(await getBulkJob(db, human, id)).toMatchObject({ total: 4, done: 1, skipped: 2, failed: 1 });
  expect(failed).toEqual([bad]);
  expect((await rowOf(db, good)).state).toBe('pending');
  expect((await rowOf(db, keyed)).state).toBe('failed');
});

it('goes on where it was, with one runner at a time over many, and retries each todo once', async () => {
  const { db, events } = held;
  const { scope, human } = await anEndpoint(db);
  const ids: string[] = [];
  for (let count = 0; count < 230; count += 1) ids.push(await aDeadLetter(db, scope));
  const { id } = await startBulkJob(db, human, 'retry', DEAD);
  const stop = new AbortController();
  const emit = () => stop.abort();
  await runBulkJobs({ ...db, emit }, { signal: stop.signal });
  const halfway = await getBulkJob(db, human, id);
  expect(halfway).toMatchObject({ done: 50, finishedAt: null });
  const takenOn = await claimTodo(db, scope, { id: ids[0] ?? '' });
  await Promise.all(Array.from({ length: 4 }, () => runToEnd(db, human, id)));
  expect(await getBulkJob(db, human, id)).toMatchObject({ done: 230, skipped: 0, finishedAt: expect.any(String) });
  const retried = events.filter((event) => event.transition === 'retry' && ids.includes(event.todoId));
  expect(new Set(retried.map((event) => event.todoId)).size).toBe(180);
  expect(retried).toHaveLength(180);
  expect(await rowOf(db, takenOn.todo.id)).toMatchObject({ state: 'claimed', attempts_total: 2 });
  expect(await brokenInvariants(db)).toEqual([]);
});

it('a form that no page of ours sends orders nothing', () => {
  const form = (fields: [string, string][]) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    return parseBulkOrder(data);
  };
  expect(form([['bulk', 'delete']])).toBeUndefined();
  expect(
    form([
      ['bulk', 'retry_all'],
      ['state', 'claimed'],
    ]),
  ).toBeUndefined();
  expect(
    form([
      ['bulk', 'release_all'],
      ['state', 'done'],
    ]),
  ).toBeUndefined();
  expect(
    form([
      ['bulk', 'retry'],
      ['todo', 'td_1'],
      ['todo', 'x y z'],
    ]),
  ).toMatchObject({ kind: 'refused' });
  expect(
    form([
      ['bulk', 'retry'],
      ['todo', 'td_1 3'],
    ]),
  ).toEqual({
    act: 'retry',
    target: { selection: [{ id: 'td_1', attemptSeq: 3 }] },
  });
  expect(
    form([
      ['bulk', 'release_all'],
      ['state', 'claimed'],
      ['queue', 'ci'],
    ]),
  ).toMatchObject({
    act: 'release',
    target: { filter: { state: 'claimed', queue: 'ci' } },
  });
});
