import { expect, it } from 'vitest';
import { actOnTodo } from '@/lib/board/act-on-todo';
import { createFromForm } from '@/lib/board/create-todo';
import { claimTodoAsOwner } from '@/lib/store/board/claim-todo-as-owner';
import { completeTodoAsOwner } from '@/lib/store/board/complete-todo-as-owner';
import { extendLeaseAsOwner } from '@/lib/store/board/extend-lease-as-owner';
import { listActs } from '@/lib/store/board/list-acts';
import { claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import {
  aClaimedTodo,
  aDeadLetter,
  aHuman,
  anEndpoint,
  aPendingTodo,
  attemptsOf,
  brokenInvariants,
  outcomeOf,
  rowOf,
  testQueue,
} from '../../support/queue';

const held = testQueue();
const HOUR = { leaseTtlSeconds: 3600 };

it('a human claims, extends and completes a todo of theirs, and the next worker is told', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db);
  const id = await aPendingTodo(db, scope);
  const claimed = await claimTodoAsOwner(db, human, { id, attemptsTotal: 0, ...HOUR });
  expect(claimed).toMatchObject({ state: 'claimed', owner: human.owner, attemptSeq: 1 });
  expect(await outcomeOf(completeTodo(db, scope, { id }))).toBe('conflict');
  const extended = await extendLeaseAsOwner(db, human, { id, attemptSeq: 1, leaseTtlSeconds: 7200 });
  expect(Date.parse(extended.leaseExpiresAt ?? '')).toBeGreaterThan(
    Date.parse(claimed.leaseExpiresAt ?? '') + 3_000_000,
  );
  await completeTodoAsOwner(db, human, { id, attemptSeq: 1, summary: 'done by hand' });
  expect(await attemptsOf(db, id)).toMatchObject([
    {
      claimer_kind: 'owner',
      claimer_endpoint_id: null,
      owner: human.owner,
      outcome: 'completed',
      summary: 'done by hand',
    },
  ]);
  expect(await brokenInvariants(db)).toEqual([]);
});

it('Complete and Extend are for one’s own attempt alone: an agent’s is a conflict', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  expect(await outcomeOf(completeTodoAsOwner(db, human, { id: todo.id, attemptSeq: 1 }))).toBe('conflict');
  expect(await outcomeOf(extendLeaseAsOwner(db, human, { id: todo.id, attemptSeq: 1, ...HOUR }))).toBe('conflict');
  expect((await rowOf(db, todo.id)).lease_expires_at).toBe(todo.leaseExpiresAt);
});

it('a claim is bound to the attempts that were shown, to the assignee and to the owner', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db);
  const stale = await aPendingTodo(db, scope);
  expect(await outcomeOf(claimTodoAsOwner(db, human, { id: stale, attemptsTotal: 1, ...HOUR }))).toBe('conflict');
  const forAgent = await aPendingTodo(db, scope, { assignee: scope.owner });
  expect(await outcomeOf(claimTodoAsOwner(db, human, { id: forAgent, attemptsTotal: 0, ...HOUR }))).toBe('conflict');
  const forHuman = await aPendingTodo(db, scope, { assignee: human.owner });
  expect(await outcomeOf(claimTodo(db, scope, { id: forHuman }))).toBe('conflict');
  expect(await outcomeOf(claimTodoAsOwner(db, human, { id: forHuman, attemptsTotal: 0, ...HOUR }))).toBe('ok');
  const other = await aHuman(db);
  expect(await outcomeOf(claimTodoAsOwner(db, other, { id: stale, attemptsTotal: 0, ...HOUR }))).toBe('not_found');
});

it('a claim takes over a lease that lapsed, and the dead attempt says so', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { leaseLapsed: true, requireFence: true });
  await claimTodoAsOwner(db, human, { id: todo.id, attemptsTotal: 1, ...HOUR });
  expect(await attemptsOf(db, todo.id)).toMatchObject([{ outcome: 'lease_expired' }, { outcome: null, slot: 0 }]);
});

it('what was done is listed with who did it, and what was refused is not', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db);
  const id = await aDeadLetter(db, scope);
  const act = { id, summary: undefined };
  expect(await actOnTodo(db, human, { ...act, name: 'retry', attemptsSeen: 1 })).toMatchObject({ kind: 'done' });
  expect(await actOnTodo(db, human, { ...act, name: 'release', attemptsSeen: 1 })).toMatchObject({ kind: 'refused' });
  expect(await actOnTodo(db, human, { ...act, name: 'claim', attemptsSeen: 1 })).toMatchObject({ kind: 'done' });
  const acts = await listActs(db, human, { limit: 10 });
  expect(acts.map((line) => [line.act, line.todoId, line.todoTitle])).toEqual([
    ['claim', id, 'Fix flaky deploy test'],
    ['retry', id, 'Fix flaky deploy test'],
  ]);
  expect(await listActs(db, await aHuman(db), { limit: 10 })).toEqual([]);
});

it('the log goes page by page, from an act of one’s own alone', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db);
  for (let count = 0; count < 3; count += 1) {
    const id = await aPendingTodo(db, scope);
    await actOnTodo(db, human, { id, name: 'claim', attemptsSeen: 0, summary: undefined });
  }
  const [first, second, more] = await listActs(db, human, { limit: 2 });
  expect(more).toBeDefined();
  const rest = await listActs(db, human, { limit: 2, before: second?.id });
  expect(rest.map((line) => line.id)).toEqual([more?.id]);
  const other = await anEndpoint(db);
  expect(await listActs(db, other.human, { limit: 2, before: first?.id })).toEqual([]);
});

it('a todo by hand is created once, says whether it is new, and names the field that cannot be taken', async () => {
  const { db } = held;
  const { scope, human } = await anEndpoint(db);
  const form = (fields: Record<string, string>) => {
    const data = new FormData();
    const given = { endpoint: scope.endpointId, queue: 'ci', title: 'By hand', ...fields };
    for (const [name, value] of Object.entries(given)) data.set(name, value);
    return data;
  };
  const first = await createFromForm(
    db,
    human,
    form({ idempotency_key: 'k', assignee: 'me', max_attempts: '2', payload: '{"n": 12345678901234567890}' }),
  );
  expect(first).toMatchObject({ kind: 'done', text: expect.stringContaining('is new in queue ci') });
  const again = await createFromForm(db, human, form({ idempotency_key: 'k' }));
  expect(again).toMatchObject({ kind: 'done', text: expect.stringContaining('Nothing was created') });
  const ids = [first, again].map((answer) => (answer.kind === 'done' ? answer.todoId : ''));
  expect(ids[0]).toBe(ids[1]);
  const [row] = await db.sql`
    select assignee, max_attempts, payload::text as payload, source from todos where id = ${ids[0] ?? ''}`;
  expect(row).toEqual({
    assignee: human.owner,
    max_attempts: 2,
    payload: '{"n": 12345678901234567890}',
    source: 'board',
  });
  for (const [field, value] of [
    ['title', ' '],
    ['queue', 'a\u0000b'],
    ['max_attempts', '0'],
    ['max_attempts', 'many'],
    ['payload', '{'],
    ['endpoint', (await anEndpoint(db)).scope.endpointId],
  ] as const) {
    expect(await createFromForm(db, human, form({ [field]: value })), field).toMatchObject({ kind: 'refused', field });
  }
  expect((await listActs(db, human, { limit: 9 })).map((line) => line.act)).toEqual(['create']);
});
