import { expect, it } from 'vitest';
import { Bus } from '@/lib/signals/bus';
import { Metrics } from '@/lib/signals/metrics';
import { claimTodo } from '@/lib/store/claim';
import { failTodo } from '@/lib/store/fail';
import { reapLapsedLeases } from '@/lib/store/sweeps/reap-lapsed-leases';
import { aClaimedTodo, anEndpoint, elapseRetryWindow, testQueue } from '../support/queue';

const queue = testQueue();

async function counterOf(metrics: Metrics, name: string, labels: Record<string, string>): Promise<number> {
  const metric = await metrics.registry.getSingleMetric(name)?.get();
  const matching =
    metric?.values.filter((value) => Object.entries(labels).every(([label, text]) => value.labels[label] === text)) ??
    [];
  return matching.reduce((sum, { value }) => sum + value, 0);
}

it('SPEC-0034 REQ-14 · A reap counts once in each family', async () => {
  const { db, events } = queue;
  const { scope } = await anEndpoint(db);
  const metrics = new Metrics();
  await aClaimedTodo(db, scope, { leaseLapsed: true });
  events.length = 0;
  await reapLapsedLeases(db);
  events.forEach(metrics.subscriber);
  expect(await counterOf(metrics, 'switchboard_lease_expired_total', {})).toBe(1);
  expect(await counterOf(metrics, 'switchboard_todo_attempts_closed_total', { outcome: 'reaped' })).toBe(1);
  expect(await counterOf(metrics, 'switchboard_todo_attempts_closed_total', {})).toBe(1);
});

it('SPEC-0034 REQ-14 rule · the queue label is bounded at 50 values and no label holds an id', async () => {
  const metrics = new Metrics();
  for (let i = 0; i < 60; i += 1) {
    metrics.subscriber({
      transition: 'create',
      todoId: `td_${i}`,
      endpointId: 'e',
      queue: `q${i}`,
      ready: true,
      source: 'api',
    });
  }
  expect(await counterOf(metrics, 'switchboard_todos_created_total', { queue: '__other__' })).toBe(10);
  expect(await metrics.registry.metrics()).not.toContain('td_');
});

it('SPEC-0034 REQ-15 · Dead letter carries its last attempt', async () => {
  const { db, events } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  for (let seq = 1; seq < 5; seq += 1) {
    await failTodo(db, scope, { id: todo.id });
    await elapseRetryWindow(db, todo.id);
    await claimTodo(db, scope, { id: todo.id });
  }
  events.length = 0;
  await failTodo(db, scope, { id: todo.id, summary: 'still red', artifact: 'mcp://cairn/Zz9' });
  expect(events).toMatchObject([
    {
      transition: 'failAtCap',
      closed: { seq: 5, outcome: 'failed', died: false, summary: 'still red', artifact: 'mcp://cairn/Zz9' },
      deadLetter: { cause: 'failed', attemptsTotal: 5 },
    },
  ]);
});

it('SPEC-0034 REQ-15 rule · a subscriber that fails harms neither the others nor the call', () => {
  const failures: unknown[] = [];
  const heard: string[] = [];
  const bus = new Bus((error) => failures.push(error));
  bus.subscribe(() => {
    throw new Error('broken');
  });
  bus.subscribe((event) => heard.push(event.todoId));
  bus.publish({ transition: 'create', todoId: 'td_1', endpointId: 'e', queue: 'ci', ready: true });
  expect({ heard, failures: failures.length }).toEqual({ heard: ['td_1'], failures: 1 });
});
