import { expect, it } from 'vitest';
import { readLedger } from '@/lib/board/ledger';
import { nextBriefing } from '@/lib/board/prior-attempts';
import { LongLedgers } from '@/lib/db/long-ledgers';
import { claimedTodo } from '@/lib/mcp/present';
import { COUNT_CAP } from '@/lib/store/board/count-todos-as-owner';
import { getTodoAsOwner } from '@/lib/store/board/get-todo-as-owner';
import { listTodosAsOwner } from '@/lib/store/board/list-todos-as-owner';
import { claimTodo } from '@/lib/store/claim';
import { failTodo } from '@/lib/store/fail';
import { SCAN_MAX } from '@/lib/store/ledger-filter';
import {
  aDeadLetter,
  aDoneTodo,
  anEndpoint,
  aPendingTodo,
  elapseRetryWindow,
  lapseLease,
  testQueue,
} from '../../support/queue';

const held = testQueue();

it('the search finds a part of a title, an id and a key, and takes its wildcards literally', async () => {
  const { scope, human } = await anEndpoint(held.db);
  const id = await aPendingTodo(held.db, scope, { title: 'Fix the 100%_flaky test', key: 'gh:123' });
  await aPendingTodo(held.db, scope, { title: 'Fix the 1000 flaky tests', key: 'gh:1234' });
  const found = async (q: string) => (await readLedger(held.db, human, { q })).rows.map((row) => row.title);
  expect(await found('FLAKY TEST')).toHaveLength(2);
  for (const q of ['100%_f', id, 'gh:123', ' 100%_flaky '])
    expect(await found(q), q).toEqual(['Fix the 100%_flaky test']);
  expect(await found('\\')).toEqual([]);
  const other = await anEndpoint(held.db);
  expect((await readLedger(held.db, other.human, { q: id })).rows).toEqual([]);
  const { notes } = await readLedger(held.db, human, { q: 'x'.repeat(201) });
  expect(notes).toEqual(['Ignored a search of more than 200 characters, or with control characters.']);
});

it('counts stay under a queue filter, and the caption says when there are more', async () => {
  const { scope, human } = await anEndpoint(held.db, { queues: ['ci', 'reviews'] });
  for (let count = 0; count < 51; count += 1) await aPendingTodo(held.db, scope, { queue: 'ci' });
  await aDoneTodo(held.db, scope, { queue: 'ci' });
  await aDeadLetter(held.db, scope, { queue: 'reviews' });
  const ledger = await readLedger(held.db, human, { queue: 'ci' });
  expect(ledger.states.map(({ label, count }) => `${label} ${count}`)).toEqual([
    'all undefined',
    'pending 51',
    'claimed 0',
    'retrying 0',
    'dead letter 0',
    'done 1',
  ]);
  expect(ledger.caption).toBe('Newest 50 of more, queue ci');
  expect(await readLedger(held.db, human, { queue: 'reviews', state: 'dead_letter' })).toMatchObject({
    acts: ['retry'],
    bulk: { act: 'retry', count: '1' },
  });
});

it('done todos behind as many live ones as a look takes are counted from the oldest end', async () => {
  const { scope, human } = await anEndpoint(held.db);
  const insert = async (state: 'done' | 'pending', count: number, days: number) =>
    await held.db.sql`
      insert into todos (id, endpoint_id, queue, title, state, finished_at, created_at)
      select 'td_' || gen_random_uuid(), ${scope.endpointId}, 'ci', 'one of many', ${state},
        case when ${state === 'done'}::boolean then now() end, now() - make_interval(days => ${days}::int, secs => i)
      from generate_series(1, ${count}::int) i`;
  const done = async (db = held.db) =>
    (await readLedger(db, human, {})).states.find(({ state }) => state === 'done')?.count;
  await insert('pending', COUNT_CAP + 1, 1);
  await insert('done', 70, 2);
  expect(await done()).toBe('70');
  await insert('done', COUNT_CAP, 3);
  expect(await done()).toBe('10,000+');
  await held.db.sql`delete from todos where endpoint_id = ${scope.endpointId} and state = 'done'`;
  expect(await done(), 'for a minute it is not counted again').toBe('10,000+');
  expect(await done({ ...held.db, longLedgers: new LongLedgers() })).toBe('0');
});

it('a rare match behind very many others is found page by page, each with a bounded look', async () => {
  const { scope, human } = await anEndpoint(held.db);
  const id = await aPendingTodo(held.db, scope, { title: 'needle' });
  await held.db.sql`update todos set created_at = now() - interval '1 day' where id = ${id}`;
  await held.db.sql`
    insert into todos (id, endpoint_id, queue, title, state, finished_at, created_at)
    select 'td_' || gen_random_uuid(), ${scope.endpointId}, 'ci', 'hay', 'done', now(), now() - make_interval(secs => i)
    from generate_series(1, ${SCAN_MAX + 10}::int) i`;
  const first = await listTodosAsOwner(held.db, human, { search: 'needle' });
  expect(first).toMatchObject({ todos: [], lookedAt: SCAN_MAX, nextCursor: expect.any(String) });
  const second = await listTodosAsOwner(held.db, human, { search: 'needle', cursor: first.nextCursor });
  expect(second.todos.map(({ todo }) => todo.id)).toEqual([id]);
  expect(second.nextCursor).toBeUndefined();
  const ledger = await readLedger(held.db, human, { q: 'needle' });
  expect(ledger.notes).toEqual([
    'Looked at the newest 50,000 todos of each endpoint here; “Older” looks further back.',
  ]);
  expect(ledger.olderHref).toContain('q=needle');
});

it('what the next worker will be told is, byte for byte, what it is told', async () => {
  const { scope, human } = await anEndpoint(held.db);
  const id = await aPendingTodo(held.db, scope, { maxAttempts: 100 });
  const hostile = 'line\nbreak "quoted" </pre> \u2028 é 😀';
  for (let count = 0; count < 7; count += 1) {
    await claimTodo(held.db, scope, { id, claimant: count % 2 ? hostile.replaceAll('\n', ' ') : undefined });
    if (count === 3) await lapseLease(held.db, id);
    else await failTodo(held.db, scope, { id, summary: `${hostile} ${count}`, artifact: 'https://e.x/a?b=c&d' });
    await elapseRetryWindow(held.db, id);
    const { attempts } = await getTodoAsOwner(held.db, human, id);
    const briefing = nextBriefing(attempts);
    expect(briefing.pieces.map(({ text }) => text).join('')).toBe(briefing.json);
    if (count === 3) continue;
    const told = await claimTodo(held.db, scope, { id });
    expect(JSON.stringify(claimedTodo.present(told).prior_attempts)).toBe(briefing.json);
    expect(briefing.count).toBe(Math.min(5, told.attemptSeq - 1));
    await failTodo(held.db, scope, { id });
    await elapseRetryWindow(held.db, id);
  }
});
