import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type PoolDb } from '@/lib/db/connection';
import { READY_CHANNEL } from '@/lib/signals/ready-notifier';
import { freshDatabase } from '../support/database';
import { startDatabaseProxy } from '../support/database-proxy';
import { anEndpoint, aPendingTodo, rowOf } from '../support/queue';
import { anInstance, type Instance } from './support/instance';

let url: string;
let one: Instance;
let other: Instance;
let db: PoolDb;

beforeAll(async () => {
  ({ url } = await freshDatabase());
  one = await anInstance(url);
  other = await anInstance(url);
  db = other.db;
});
afterAll(async () => {
  await one.end();
  await other.end();
});

/** Of a todo made like this nobody is told, as if the message had been lost. */
const untold = (): PoolDb => ({ ...db, emit: () => {} });

/** Ends the connections on which anybody listens. */
async function endListeners(): Promise<void> {
  await db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`;
}

describe('what travels between processes', () => {
  it('SPEC-0034 REQ-16 rule · is ids alone, in less than 200 bytes whatever the todo is called', async () => {
    const queue = '\u{1F514}'.repeat(50);
    const { scope } = await anEndpoint(db, { queues: [queue] });
    const psql = connect(url, { max: 1 });
    const heard: string[] = [];
    await psql.listen(READY_CHANNEL, (text) => heard.push(text));
    const ear = await one.attach(scope);
    const id = await aPendingTodo(db, scope, { title: 'x'.repeat(500), payload: { big: 'y'.repeat(500_000) } });
    expect(await ear.rung(1)).toEqual([id]);
    await expect.poll(() => heard.length).toBe(1);
    expect(JSON.parse(heard[0] ?? '')).toEqual({
      todo_id: id,
      endpoint_id: scope.endpointId,
      from: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(Buffer.byteLength(heard[0] ?? '')).toBeLessThan(200);
    ear.leave();
    await psql.end({ timeout: 0 });
  });

  it.each(['', 'garbage', 'null', '[]', '{}', '{"todo_id":1,"endpoint_id":{}}'])(
    'SPEC-0034 REQ-16 rule · a message %j of a stranger stops nothing',
    async (text) => {
      const { scope } = await anEndpoint(db);
      const ear = await one.attach(scope);
      await db.sql`select pg_notify(${READY_CHANNEL}, ${text})`;
      for (const todo_id of [`td_${randomUUID()}'; --`, 5, null]) {
        const strange = { todo_id, endpoint_id: scope.endpointId, from: 'x' };
        await db.sql`select pg_notify(${READY_CHANNEL}, ${JSON.stringify(strange)})`;
      }
      const id = await aPendingTodo(db, scope);
      expect(await ear.rung(1)).toEqual([id]);
      expect(one.errors).toEqual([]);
      ear.leave();
    },
  );

  it('SPEC-0034 REQ-16 rule · names no todo of another endpoint into a room', async () => {
    const [a, b] = [await anEndpoint(db), await anEndpoint(db)];
    const ear = await one.attach(b.scope);
    const theirs = await aPendingTodo(db, a.scope);
    const forged = { todo_id: theirs, endpoint_id: b.scope.endpointId, from: 'x' };
    await db.sql`select pg_notify(${READY_CHANNEL}, ${JSON.stringify(forged)})`;
    const mine = await aPendingTodo(db, b.scope);
    expect(await ear.rung(1)).toEqual([mine]);
    expect(await rowOf(db, theirs)).toMatchObject({ rings: 0 });
    ear.leave();
  });

  it('SPEC-0034 REQ-16 rule · one todo that cannot be rung keeps no other from it', async () => {
    await db.sql`
      create function refuse_ring() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`;
    await db.sql`
      create trigger refuse_ring before update of rung_at on todos for each row when (new.title = 'bad') execute function refuse_ring()`;
    const { scope } = await anEndpoint(db);
    const ear = await one.attach(scope);
    const [first, good] = [await aPendingTodo(untold(), scope), await aPendingTodo(untold(), scope)];
    const bad = await aPendingTodo(untold(), scope, { title: 'bad' });
    // The first is on its way alone when the others come, which therefore go together.
    for (const todoId of [first, bad, good]) one.doorbell.ring({ todoId, endpointId: scope.endpointId });
    expect(await ear.rung(2)).toEqual([first, good]);
    expect(one.results.failed).toBe(1);
    await db.sql`update todos set rung_at = now() - interval '1 hour', rings = 1 where id in (${first}, ${good})`;
    const missed = await aPendingTodo(untold(), scope);
    one.doorbell.ringAll(0);
    expect((await ear.rung(5)).slice(2).sort()).toEqual([first, good, missed].sort());
    const newcomer = await one.attach(scope);
    expect(await newcomer.rung(3)).toEqual([first, good, bad]);
    for (const { leave } of [ear, newcomer]) leave();
    await db.sql`drop function refuse_ring cascade`;
  });
});

describe('the listener', () => {
  it('SPEC-0034 REQ-16 rule · goes on after its connection was ended, and rings what it missed', async () => {
    const { scope } = await anEndpoint(db);
    const ear = await one.attach(scope);
    const told = await aPendingTodo(db, scope);
    await ear.rung(1);
    const missed = await aPendingTodo(untold(), scope);
    await endListeners();
    expect(await ear.rung(2)).toEqual([told, missed]);
    const later = await aPendingTodo(db, scope);
    expect(await ear.rung(3)).toEqual([told, missed, later]);
    ear.leave();
  });

  it('SPEC-0034 REQ-16 rule · notices a connection that is open and dead, and tries until the database is back', async () => {
    const proxy = await startDatabaseProxy(url);
    const behind = await anInstance(url, { listenUrl: proxy.url });
    const { scope } = await anEndpoint(db);
    const ear = await behind.attach(scope);
    const told = await aPendingTodo(db, scope);
    await ear.rung(1);
    proxy.silence();
    const missed = await aPendingTodo(db, scope);
    await expect.poll(() => behind.errors.length, { timeout: 40_000 }).toBe(2);
    expect(behind.errors).toMatchObject([
      { message: expect.stringContaining('listening anew') },
      { message: expect.stringContaining('did not answer in time') },
    ]);
    expect(ear.rings).toHaveLength(1);
    proxy.mend();
    expect(await ear.rung(2)).toEqual([told, missed]);
    ear.leave();
    await behind.end();
    await proxy.stop();
  }, 60_000);

  it('SPEC-0034 REQ-16 rule · ends at once, also while the database is away', async () => {
    const proxy = await startDatabaseProxy(url);
    const behind = await anInstance(url, { listenUrl: proxy.url });
    proxy.silence();
    await behind.end();
    await proxy.stop();
  });
});
