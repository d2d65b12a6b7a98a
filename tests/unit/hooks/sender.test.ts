import { afterAll, describe, expect, it } from 'vitest';
import { readHooks } from '@/lib/board/notify-hooks';
import { createDb } from '@/lib/db/connection';
import { failTodo } from '@/lib/store/fail';
import { listNotifyHooks } from '@/lib/store/notify-hooks/list-notify-hooks';
import { aClaimedTodo, anEndpoint, aPendingTodo, SETTINGS } from '../../support/queue';
import { Receiver } from './receiver';
import { hook, hookedDatabase, makeDue, startSender, until } from './sending';

const { db, url, subscribers } = await hookedDatabase();
const secondPool = createDb(url, SETTINGS);
afterAll(() => secondPool.sql.end({ timeout: 5 }));

const failing = (times: number) => Receiver.start((response, nth) => response.writeHead(nth > times ? 204 : 500).end());

const settled = async (hookId: string) => {
  const rows = await db.sql`select 1 from outbox where hook_id = ${hookId} and sent_at is null and given_up_at is null`;
  return rows.length === 0;
};

describe('a call', () => {
  it('is signed so that the Standard Webhooks library accepts it, and comes at once after the commit', async () => {
    const endpoint = await anEndpoint(db);
    const receiver = await Receiver.start();
    await hook(db, endpoint, receiver);
    const { sender } = startSender(db);
    subscribers.add(sender.subscriber);
    const id = await aPendingTodo(db, endpoint.scope);
    const [call] = await receiver.received(1);
    expect(call?.verified).toBe(true);
    expect(call?.event.data).toEqual({ todo_id: id, endpoint_id: endpoint.scope.endpointId, queue: 'ci' });
    expect(call?.headers['content-type']).toBe('application/json');
    subscribers.clear();
  });

  it('SPEC-0034 REQ-15 rule · tells of a dead letter with attempts_total, summary and artifact', async () => {
    const endpoint = await anEndpoint(db);
    const { todo } = await aClaimedTodo(db, endpoint.scope, { maxAttempts: 1, payload: { secret: 'hunter2' } });
    const receiver = await Receiver.start();
    await hook(db, endpoint, receiver);
    await failTodo(db, endpoint.scope, { id: todo.id, summary: 'still red', artifact: 'mcp://cairn/Zz9' });
    startSender(db);
    const [call] = await receiver.received(1);
    expect(call?.verified).toBe(true);
    expect(call?.event).toMatchObject({
      type: 'todo.dead_lettered',
      data: { todo_id: todo.id, attempts_total: 1, summary: 'still red', artifact: 'mcp://cairn/Zz9' },
    });
    expect(call?.body).not.toContain('hunter2');
  });

  it('that fails twice gets a third try, with the same id and body', async () => {
    const endpoint = await anEndpoint(db);
    const receiver = await failing(2);
    const { id } = await hook(db, endpoint, receiver);
    await aPendingTodo(db, endpoint.scope);
    const { results } = startSender(db);
    for (const tries of [1, 2]) {
      await receiver.received(tries);
      await until(async () => results.length === tries);
      expect(await settled(id)).toBe(false);
      await makeDue(db);
    }
    const calls = await receiver.received(3);
    await until(() => settled(id));
    expect(new Set(calls.map((call) => call.id)).size).toBe(1);
    expect(new Set(calls.map((call) => call.body)).size).toBe(1);
    expect(results).toEqual(['failed', 'failed', 'sent']);
    expect((await listNotifyHooks(db, endpoint.human))[0]).toMatchObject({ failures: 0, lastError: 'it answered 500' });
  });

  it('waits longer before each try', async () => {
    const endpoint = await anEndpoint(db);
    const receiver = await failing(9);
    const { id } = await hook(db, endpoint, receiver);
    await aPendingTodo(db, endpoint.scope);
    const { results } = startSender(db);
    const pauses: number[] = [];
    for (const tries of [1, 2]) {
      await until(async () => results.length === tries);
      const [row] = await db.sql<{ pause: number }[]>`
        select extract(epoch from o.due_at - h.last_error_at)::float8 as pause
        from outbox o join notify_hooks h on h.id = o.hook_id where h.id = ${id}`;
      pauses.push(row?.pause ?? 0);
      await makeDue(db);
    }
    expect(pauses[0]).toBeGreaterThanOrEqual(1.5);
    expect(pauses[0]).toBeLessThanOrEqual(2.5);
    expect(pauses[1]).toBeGreaterThanOrEqual(11.25);
    await until(async () => results.length === 3);
    expect(results).toEqual(['failed', 'failed', 'given_up']);
    expect(await settled(id)).toBe(true);
  });

  it('to a receiver that redirects fails with that reason, and nobody is called in its stead', async () => {
    const endpoint = await anEndpoint(db);
    const elsewhere = await Receiver.start();
    const receiver = await Receiver.start((response) => response.writeHead(307, { location: elsewhere.url }).end());
    await hook(db, endpoint, receiver);
    await aPendingTodo(db, endpoint.scope);
    const { results } = startSender(db);
    await until(async () => results.length === 1);
    const [view] = await listNotifyHooks(db, endpoint.human);
    expect(view?.lastError).toBe('it answered 307, and redirects are refused');
    expect(elsewhere.calls).toEqual([]);
  });

  it('counts as taken by its status, however long the receiver goes on talking', async () => {
    const endpoint = await anEndpoint(db);
    const receiver = await Receiver.start((response) => {
      response.writeHead(200);
      const talk = () => response.writable && response.write('x'.repeat(65_536), () => setImmediate(talk));
      talk();
    });
    const { id } = await hook(db, endpoint, receiver);
    await aPendingTodo(db, endpoint.scope);
    const { results } = startSender(db);
    await until(() => settled(id));
    expect(results).toEqual(['sent']);
  });
});

describe('a hook', () => {
  it('is disabled by ten calls in a row that fail at every try, says why, and is not written for any more', async () => {
    const endpoint = await anEndpoint(db);
    const receiver = await failing(99);
    const { id } = await hook(db, endpoint, receiver);
    for (let todo = 0; todo < 12; todo += 1) await aPendingTodo(db, endpoint.scope);
    startSender(db);
    await until(async () => {
      await makeDue(db);
      const [view] = await listNotifyHooks(db, endpoint.human);
      return view?.disabledAt !== null;
    });
    const [view] = await listNotifyHooks(db, endpoint.human);
    expect(view).toMatchObject({
      failures: 10,
      disabledReason: '10 calls in a row failed; the last one: it answered 500',
    });
    expect(receiver.calls.length).toBeGreaterThanOrEqual(30);
    const [before] = await db.sql`select count(*) from outbox where hook_id = ${id}`;
    await aPendingTodo(db, endpoint.scope);
    expect((await db.sql`select count(*) from outbox where hook_id = ${id}`)[0]).toEqual(before);
  });

  it('that is down for a second under a burst gets every call at its second try, and goes on', async () => {
    const endpoint = await anEndpoint(db);
    let down = true;
    const receiver = await Receiver.start((response) => response.writeHead(down ? 500 : 204).end());
    const { id } = await hook(db, endpoint, receiver);
    for (let todo = 0; todo < 12; todo += 1) await aPendingTodo(db, endpoint.scope);
    const { results } = startSender(db);
    await until(async () => results.length === 12);
    const told = async () => (await readHooks(db, endpoint.human, endpoint.scope.endpointId))[0]?.told;
    expect(await told()).toBe('its last try failed: it answered 500');
    down = false;
    await makeDue(db);
    await until(() => settled(id));
    expect(results.filter((result) => result === 'sent')).toHaveLength(12);
    expect((await listNotifyHooks(db, endpoint.human))[0]).toMatchObject({ failures: 0, disabledAt: null });
    expect(await told()).toBe('nothing failed lately');
  });

  it('whose receiver switches protocols holds up nothing', async () => {
    const endpoint = await anEndpoint(db);
    const receiver = await Receiver.start((response) =>
      response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
    );
    await hook(db, endpoint, receiver);
    await aPendingTodo(db, endpoint.scope);
    const { results } = startSender(db);
    await until(async () => results.length === 1);
    expect((await listNotifyHooks(db, endpoint.human))[0]?.lastError).toBe('it answered 101');
  });

  it('whose receiver never answers holds up no other', async () => {
    const silent = await Receiver.start(() => {});
    const wedged = await anEndpoint(db);
    await hook(db, wedged, silent);
    for (let todo = 0; todo < 20; todo += 1) await aPendingTodo(db, wedged.scope);
    const well = await anEndpoint(db);
    const receiver = await Receiver.start();
    await hook(db, well, receiver);
    const { results } = startSender(db);
    await silent.received(4);
    for (let todo = 0; todo < 20; todo += 1) await aPendingTodo(db, well.scope);
    await receiver.received(20);
    expect(results).not.toContain('failed');
    expect(silent.calls).toHaveLength(4);
  });

  it('is called by one instance at a time', async () => {
    const endpoint = await anEndpoint(db);
    const receiver = await Receiver.start();
    const { id } = await hook(db, endpoint, receiver);
    for (let todo = 0; todo < 100; todo += 1) await aPendingTodo(db, endpoint.scope);
    startSender(db);
    startSender(secondPool);
    await until(() => settled(id));
    expect(receiver.calls).toHaveLength(100);
    expect(new Set(receiver.calls.map((call) => call.id)).size).toBe(100);
  });

  it('is told nothing with the wrong key, and says which setting is at fault', async () => {
    const endpoint = await anEndpoint(db);
    const receiver = await Receiver.start();
    await hook(db, endpoint, receiver);
    await aPendingTodo(db, endpoint.scope);
    const config = { encryptionKey: Buffer.alloc(32), notifyHookAllowCidrs: ['127.0.0.0/8'] };
    const { results } = startSender(db, { config });
    await until(async () => results.length === 1);
    const [view] = await listNotifyHooks(db, endpoint.human);
    expect(view?.lastError).toContain('SWITCHBOARD_ENCRYPTION_KEY');
    expect(receiver.calls).toEqual([]);
  });
});
