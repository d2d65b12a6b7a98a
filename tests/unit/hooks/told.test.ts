import { describe, expect, it } from 'vitest';
import type { PoolDb } from '@/lib/db/connection';
import { inTransaction } from '@/lib/db/transaction';
import { releaseTodoAsOwner } from '@/lib/store/board/release-todo-as-owner';
import { claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { revokeEndpoint } from '@/lib/store/endpoints/revoke-endpoint';
import { failTodo } from '@/lib/store/fail';
import { pruneOutbox } from '@/lib/store/outbox/prune-outbox';
import { releaseTodo } from '@/lib/store/release';
import { retryTodo } from '@/lib/store/retry';
import { reapLapsedLeases } from '@/lib/store/sweeps/reap-lapsed-leases';
import { requeueDueRetries } from '@/lib/store/sweeps/requeue-due-retries';
import {
  aClaimedTodo,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  lapseLease,
  type TestEndpoint,
} from '../../support/queue';
import { Receiver } from './receiver';
import { hook, hookedDatabase } from './sending';

const { db } = await hookedDatabase();

/** What stands in the outbox for an endpoint, oldest first, once per call. */
async function told({ scope }: TestEndpoint): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const rows = await db.sql<{ body: string }[]>`
    select o.body from outbox o join notify_hooks h on h.id = o.hook_id
    where h.endpoint_id = ${scope.endpointId} order by o.created_at, o.event`;
  return rows.map((row) => JSON.parse(row.body));
}

async function aHookedEndpoint(queues?: string[]): Promise<TestEndpoint> {
  const endpoint = await anEndpoint(db, { queues: ['ci', 'docs'] });
  await hook(db, endpoint, await Receiver.start(), queues);
  return endpoint;
}

const typesOf = async (endpoint: TestEndpoint) => (await told(endpoint)).map(({ type }) => type);

describe('todo.ready', () => {
  it('is told of a new todo, with ids and nothing that its sender wrote', async () => {
    const endpoint = await aHookedEndpoint();
    const id = await aPendingTodo(db, endpoint.scope, { title: 'Secret title', payload: { password: 'hunter2' } });
    const [row, ...others] = await told(endpoint);
    expect(others).toEqual([]);
    expect(row).toEqual({
      type: 'todo.ready',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { todo_id: id, endpoint_id: endpoint.scope.endpointId, queue: 'ci' },
    });
  });

  it('is told once of a todo that is delivered twice', async () => {
    const endpoint = await aHookedEndpoint();
    await aPendingTodo(db, endpoint.scope, { key: 'k' });
    await aPendingTodo(db, endpoint.scope, { key: 'k' });
    expect(await typesOf(endpoint)).toEqual(['todo.ready']);
  });

  it('is told of a release, by the agent and by its human', async () => {
    const endpoint = await aHookedEndpoint();
    const { todo } = await aClaimedTodo(db, endpoint.scope);
    await releaseTodo(db, endpoint.scope, { id: todo.id });
    await claimTodo(db, endpoint.scope, { id: todo.id });
    await releaseTodoAsOwner(db, endpoint.human, { id: todo.id, attemptSeq: 2 });
    expect(await typesOf(endpoint)).toEqual(['todo.ready', 'todo.ready', 'todo.ready']);
  });

  it('is told of a todo that the reaper brings back', async () => {
    const endpoint = await aHookedEndpoint();
    await aClaimedTodo(db, endpoint.scope, { leaseLapsed: true });
    await reapLapsedLeases(db);
    expect(await typesOf(endpoint)).toEqual(['todo.ready', 'todo.ready']);
  });

  it('SPEC-0034 REQ-16 rule · is told of a re-queued retry, and of a manual one', async () => {
    const endpoint = await aHookedEndpoint();
    await aParkedRetry(db, endpoint.scope, { due: true });
    await requeueDueRetries(db);
    const parked = await aParkedRetry(db, endpoint.scope);
    await retryTodo(db, endpoint.scope, { id: parked });
    expect(await typesOf(endpoint)).toEqual(Array(4).fill('todo.ready'));
  });

  it('is told of the queues that were asked for', async () => {
    const endpoint = await aHookedEndpoint(['docs']);
    await aPendingTodo(db, endpoint.scope, { queue: 'ci' });
    const id = await aPendingTodo(db, endpoint.scope, { queue: 'docs' });
    expect((await told(endpoint)).map(({ data }) => data.todo_id)).toEqual([id]);
  });

  it('is not told of what was rolled back', async () => {
    const endpoint = await aHookedEndpoint();
    const work = inTransaction(db, async (tx) => {
      await aPendingTodo(tx as typeof db, endpoint.scope);
      throw new Error('changed its mind');
    });
    await expect(work).rejects.toThrow('changed its mind');
    expect(await told(endpoint)).toEqual([]);
  });
});

describe('todo.dead_lettered', () => {
  it('SPEC-0034 REQ-15 rule · carries the last attempt of a todo that failed at the cap', async () => {
    const endpoint = await aHookedEndpoint();
    const { todo } = await aClaimedTodo(db, endpoint.scope, { maxAttempts: 1 });
    await failTodo(db, endpoint.scope, { id: todo.id, summary: 'still red', artifact: 'mcp://cairn/Zz9' });
    expect((await told(endpoint)).at(-1)).toMatchObject({
      type: 'todo.dead_lettered',
      data: {
        todo_id: todo.id,
        endpoint_id: endpoint.scope.endpointId,
        queue: 'ci',
        cause: 'failed',
        attempts_total: 1,
        seq: 1,
        outcome: 'failed',
        died: false,
        summary: 'still red',
        artifact: 'mcp://cairn/Zz9',
      },
    });
  });

  it('says of a holder that died that it died', async () => {
    const endpoint = await aHookedEndpoint();
    const { todo } = await aClaimedTodo(db, endpoint.scope, { maxAttempts: 1 });
    await lapseLease(db, todo.id);
    await reapLapsedLeases(db);
    expect((await told(endpoint)).at(-1)?.data).toMatchObject({
      cause: 'reaped',
      seq: 1,
      outcome: 'reaped',
      died: true,
      summary: null,
      artifact: null,
    });
  });

  it('is told of everything that a revocation ends, with the attempt that was open', async () => {
    const endpoint = await aHookedEndpoint();
    const { todo } = await aClaimedTodo(db, endpoint.scope);
    const pending = await aPendingTodo(db, endpoint.scope);
    await revokeEndpoint(db, endpoint.human, endpoint.scope.endpointId);
    const dead = (await told(endpoint)).filter(({ type }) => type === 'todo.dead_lettered').map(({ data }) => data);
    expect(dead).toHaveLength(2);
    expect(dead).toContainEqual(expect.objectContaining({ todo_id: todo.id, seq: 1, outcome: 'revoked', died: false }));
    expect(dead).toContainEqual(expect.objectContaining({ todo_id: pending, seq: null, outcome: null }));
  });
});

it('claims, completions and failures below the cap tell nothing', async () => {
  const endpoint = await aHookedEndpoint();
  const { todo } = await aClaimedTodo(db, endpoint.scope);
  await completeTodo(db, endpoint.scope, { id: todo.id });
  await aParkedRetry(db, endpoint.scope);
  expect(await typesOf(endpoint)).toEqual(['todo.ready', 'todo.ready']);
});

it('with hooks switched off nothing is written, though a hook is there', async () => {
  const endpoint = await aHookedEndpoint();
  const off: PoolDb = { ...db, settings: { ...db.settings, notifyHooksMax: 0 } };
  const { todo } = await aClaimedTodo(off, endpoint.scope, { maxAttempts: 1 });
  await failTodo(off, endpoint.scope, { id: todo.id });
  expect(await told(endpoint)).toEqual([]);
});

it('calls that were made are kept for an hour, given up ones and those of disabled hooks for three days', async () => {
  const endpoint = await aHookedEndpoint();
  for (let todo = 0; todo < 5; todo += 1) await aPendingTodo(db, endpoint.scope);
  const age = (nth: number, sentAgo: string | null, createdAgo: string) => db.sql`
    update outbox set sent_at = now() - ${sentAgo}::interval, created_at = now() - ${createdAgo}::interval, event = 'todo.ready'
    where id = (select o.id from outbox o join notify_hooks h on h.id = o.hook_id
      where h.endpoint_id = ${endpoint.scope.endpointId} order by o.todo_id offset ${nth} limit 1)`;
  await age(0, '61 minutes', '2 hours');
  await age(1, '59 minutes', '2 hours');
  await age(2, null, '2 hours');
  await age(3, null, '73 hours');
  expect(await pruneOutbox(db, new AbortController().signal)).toBe(2);
  expect(await told(endpoint)).toHaveLength(3);
});

it("another endpoint's hook is told nothing", async () => {
  const mine = await aHookedEndpoint();
  const other = await anEndpoint(db, { human: mine.human });
  await aPendingTodo(db, other.scope);
  expect(await told(mine)).toEqual([]);
});
