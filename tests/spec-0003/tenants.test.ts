import { expect, it } from 'vitest';
import { QueueError } from '@/lib/queue/errors';
import { type EndpointScope, endpointScope } from '@/lib/queue/scope';
import { cancelTodo } from '@/lib/store/cancel';
import { claimNextTodo, claimTodo } from '@/lib/store/claim';
import { claimableTodos } from '@/lib/store/claimable-todos';
import { completeTodo } from '@/lib/store/complete';
import { failTodo } from '@/lib/store/fail';
import { getTodo } from '@/lib/store/get-todo';
import { heartbeatTodo } from '@/lib/store/heartbeat';
import { interruptTodo } from '@/lib/store/interrupt';
import { listTodos } from '@/lib/store/list-todos';
import { rejectTodo } from '@/lib/store/reject';
import { releaseTodo } from '@/lib/store/release';
import { resumeTodo } from '@/lib/store/resume';
import { retryTodo } from '@/lib/store/retry';
import { aClaimedTodo, aDeadLetter, anEndpoint, aPendingTodo, outcomeOf, rowOf, testQueue } from '../support/queue';

const queue = testQueue();
const ABSENT = 'td_01a22dd6-08ba-73ee-bbe9-910494ba2342';

type Verb = (scope: EndpointScope, id: string) => Promise<unknown>;
const verbsOn = (db: Parameters<typeof claimTodo>[0]): Record<string, Verb> => ({
  get: (scope, id) => getTodo(db, scope, { id }),
  claim: (scope, id) => claimTodo(db, scope, { id }),
  heartbeat: (scope, id) => heartbeatTodo(db, scope, { id }),
  complete: (scope, id) => completeTodo(db, scope, { id }),
  fail: (scope, id) => failTodo(db, scope, { id }),
  release: (scope, id) => releaseTodo(db, scope, { id }),
  retry: (scope, id) => retryTodo(db, scope, { id }),
  interrupt: (scope, id) => interruptTodo(db, scope, { id, state: 'input-required' }),
  resume: (scope, id) => resumeTodo(db, scope, { id }),
  cancel: (scope, id) => cancelTodo(db, scope, { id }),
  reject: (scope, id) => rejectTodo(db, scope, { id }),
});

it('SPEC-0003 R9 · Cross-endpoint queue collision is isolated', async () => {
  const { db } = queue;
  const [a, b] = [await anEndpoint(db, { queues: ['reviews'] }), await anEndpoint(db, { queues: ['reviews'] })];
  const id = await aPendingTodo(db, a.scope, { queue: 'reviews' });
  expect((await listTodos(db, b.scope, {})).todos).toEqual([]);
  expect(await claimableTodos(db, b.scope, { limit: 5 })).toHaveLength(0);
  expect(await outcomeOf(claimNextTodo(db, b.scope, {}))).toBe('not_found');
  expect(await outcomeOf(claimTodo(db, b.scope, { id }))).toBe('not_found');
  expect((await listTodos(db, a.scope, {})).todos.map((todo) => todo.id)).toEqual([id]);
});

it('SPEC-0003 R9 · A foreign todo id is indistinguishable from a nonexistent one', async () => {
  const { db } = queue;
  const [a, b] = [await anEndpoint(db), await anEndpoint(db)];
  const foreign = [
    await aPendingTodo(db, a.scope),
    (await aClaimedTodo(db, a.scope)).todo.id,
    await aDeadLetter(db, a.scope),
  ];
  const refusal = async (call: Promise<unknown>) => {
    const error = await call.catch((caught: unknown) => caught);
    return error instanceof QueueError ? { code: error.code, message: error.message, argument: error.argument } : error;
  };
  for (const verb of Object.values(verbsOn(db))) {
    const unknown = await refusal(verb(b.scope, ABSENT));
    expect(unknown).toMatchObject({ code: 'not_found' });
    for (const id of foreign) expect(await refusal(verb(b.scope, id))).toEqual(unknown);
  }
  expect(await Promise.all(foreign.map(async (id) => (await rowOf(db, id)).state))).toEqual([
    'pending',
    'claimed',
    'failed',
  ]);
});

it('SPEC-0003 R9 rule · an absent or malformed endpoint id owns nothing and is no type error', async () => {
  const { db } = queue;
  const a = await anEndpoint(db);
  const id = await aPendingTodo(db, a.scope);
  for (const endpointId of ['', 'x', "' or true --", undefined, null]) {
    const scope = endpointScope({ endpointId, agentId: endpointId, queues: ['ci'] });
    for (const verb of Object.values(verbsOn(db))) expect(await outcomeOf(verb(scope, id))).toBe('not_found');
    expect((await listTodos(db, scope, {})).todos).toEqual([]);
    expect(await outcomeOf(claimNextTodo(db, scope, {}))).toBe('not_found');
  }
});

it('SPEC-0003 R9 rule · within an endpoint a queue outside the grant is out of reach', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db, { queues: ['ci', 'ops'] });
  const id = await aPendingTodo(db, scope, { queue: 'ops' });
  const narrow = { ...scope, queues: ['ci'] };
  for (const verb of Object.values(verbsOn(db))) expect(await outcomeOf(verb(narrow, id))).toBe('not_found');
  expect(await outcomeOf(claimNextTodo(db, narrow, { queue: 'ops' }))).toBe('not_found');
  expect((await listTodos(db, narrow, {})).todos).toEqual([]);
});

it('SPEC-0003 R9 rule · two endpoints of one agent keep their todos apart', async () => {
  const { db } = queue;
  const a = await anEndpoint(db);
  const b = await anEndpoint(db, { human: a.human, agentId: a.scope.owner.slice('agent:'.length) });
  const { todo } = await aClaimedTodo(db, a.scope);
  expect(b.scope.owner).toBe(a.scope.owner);
  expect(await outcomeOf(completeTodo(db, b.scope, { id: todo.id }))).toBe('not_found');
});
