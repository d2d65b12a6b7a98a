import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectOptions, connect } from '@/lib/db/connection';
import { inTransaction } from '@/lib/db/transaction';
import { isUnavailable } from '@/lib/store/run-verb';
import { testDatabase } from '../../support/database';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database-proxy';

const { url } = await testDatabase();
let proxy: DatabaseProxy;
const opened: ReturnType<typeof connect>[] = [];
const faults: unknown[] = [];
const onFault = (error: unknown) => faults.push(error);

beforeEach(async () => {
  proxy = await startDatabaseProxy(url);
  process.on('uncaughtException', onFault).on('unhandledRejection', onFault);
});

afterEach(async () => {
  proxy.mend();
  for (const sql of opened.splice(0)) await sql.end({ timeout: 1 });
  await proxy.stop();
  process.off('uncaughtException', onFault).off('unhandledRejection', onFault);
  expect(faults.splice(0)).toEqual([]);
});

const open = (options: ConnectOptions = {}, to = proxy.url) => {
  const sql = connect(to, { statementTimeoutMs: 600, ...options });
  opened.push(sql);
  return sql;
};

/** How a call ended, and after how many milliseconds. */
async function outcome(call: PromiseLike<unknown>): Promise<{ ended: string; after: number }> {
  const startedAt = performance.now();
  const ended = await call.then(
    () => 'answered',
    (error) => (isUnavailable(error) ? 'unavailable' : String(error)),
  );
  return { ended, after: performance.now() - startedAt };
}

describe('a database that hangs up on everyone', () => {
  it('fails each call soon, is tried ever more seldom, and is used again when it is back', async () => {
    const sql = open();
    proxy.cut();
    const before = proxy.attempts();
    const stopAt = performance.now() + 2_000;
    while (performance.now() < stopAt) {
      const calls = await Promise.all(Array.from({ length: 20 }, () => outcome(sql`select 1`)));
      for (const { after } of calls) expect(after).toBeLessThan(1_500);
      expect(new Set(calls.map(({ ended }) => ended))).toEqual(new Set(['unavailable']));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(proxy.attempts() - before).toBeLessThan(30);
    proxy.mend();
    await expect.poll(async () => (await outcome(sql`select 1`)).ended, { timeout: 5_000 }).toBe('answered');
  });

  it('is listened to again without a storm of connections', async () => {
    const sql = open();
    const heard: string[] = [];
    await sql.listen('a_channel', (text) => heard.push(text));
    proxy.cut();
    const before = proxy.attempts();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(proxy.attempts() - before).toBeLessThan(10);
    proxy.mend();
    const rung = async () => {
      await open({}, url).notify('a_channel', 'x');
      return heard.length;
    };
    await expect.poll(rung, { timeout: 15_000, interval: 300 }).toBeGreaterThan(0);
  });
});

describe('a database that says nothing any more', () => {
  it('fails what was asked on an open connection, and what opens a new one', async () => {
    const sql = open({ max: 2 });
    await Promise.all([sql`select pg_sleep(0.05)`, sql`select pg_sleep(0.05)`]);
    proxy.silence();
    const calls = await Promise.all(Array.from({ length: 6 }, () => outcome(sql`select 1`)));
    calls.push(
      await outcome(sql`select 1`),
      await outcome(inTransaction({ sql } as never, ({ sql: tx }) => tx`select 1`)),
    );
    for (const { ended, after } of calls) {
      expect(ended).toBe('unavailable');
      expect(after).toBeLessThan(4_000);
    }
    proxy.mend();
    await expect.poll(async () => (await outcome(sql`select 1`)).ended, { timeout: 5_000 }).toBe('answered');
  });

  it('in the middle of a transaction fails the transaction', async () => {
    const sql = open();
    const call = outcome(
      sql.begin(async (tx) => {
        await tx`select 1`;
        proxy.silence();
        await tx`select 2`;
      }),
    );
    expect(await call).toMatchObject({ ended: 'unavailable' });
    expect((await call).after).toBeLessThan(4_000);
  });

  it('does not hold up the end of the process', async () => {
    const sql = open();
    await sql`select 1`;
    proxy.silence();
    const hanging = outcome(sql`select 1`);
    const startedAt = performance.now();
    await sql.end({ timeout: 1 });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect((await hanging).ended).toBe('unavailable');
  });
});

describe('backends that are terminated under load', () => {
  it('cost their own call and no other, and never an error that nobody can catch', async () => {
    const sql = open({ max: 8, statementTimeoutMs: 5_000 }, url);
    const admin = open({ max: 1 }, url);
    let [answered, lost] = [0, 0];
    const others: string[] = [];
    const stopAt = performance.now() + 3_000;
    const note = ({ ended }: { ended: string }) => {
      if (ended === 'answered') answered += 1;
      else if (ended === 'unavailable') lost += 1;
      else others.push(ended);
    };
    const transfer = () =>
      sql.begin(async (tx) => {
        await tx`select pg_sleep(0.001)`;
        await tx.savepoint((inner) => inner`select pg_sleep(0.001)`);
        await tx.savepoint((inner) => inner`select 1 / 0`).catch(() => {});
        await tx`select pg_sleep(0.001)`;
      });
    const worker = async (n: number) => {
      while (performance.now() < stopAt) note(await outcome(n % 2 ? transfer() : sql`select pg_sleep(0.001)`));
    };
    const executioner = async () => {
      while (performance.now() < stopAt) {
        await admin`
          select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'switchboard' and pid <> pg_backend_pid() and datname = current_database()`;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await Promise.all([executioner(), ...Array.from({ length: 24 }, (_, n) => worker(n))]);
    expect(others).toEqual([]);
    expect(lost).toBeGreaterThan(20);
    expect(answered).toBeGreaterThan(20);
    await expect.poll(() => outcome(sql`select 1`)).toMatchObject({ ended: 'answered' });
    const all = await Promise.all(Array.from({ length: 32 }, () => outcome(sql`select pg_sleep(0.01)`)));
    expect(new Set(all.map(({ ended }) => ended))).toEqual(new Set(['answered']));
  });
});

describe('a pool that is in use to the last connection', () => {
  it('refuses who has waited too long, tells its figures, and serves again afterwards', async () => {
    const sql = open({ max: 2, statementTimeoutMs: 3_000 }, url);
    const [first, second] = [await sql.reserve(), await sql.reserve()];
    const call = outcome(sql`select 1`);
    await expect.poll(() => sql.figures).toMatchObject({ max: 2, open: 2, inUse: 2, waiting: 1 });
    expect(await call).toMatchObject({ ended: 'unavailable' });
    first.release();
    second.release();
    expect(await outcome(sql`select 1`)).toMatchObject({ ended: 'answered' });
    expect(sql.figures).toMatchObject({ max: 2, open: 2, inUse: 0, waiting: 0 });
  });
});

it('a long queue that moves is waited in; it is no outage', async () => {
  const sql = open({ max: 1, statementTimeoutMs: 1_000 }, url);
  const calls = await Promise.all(Array.from({ length: 40 }, () => outcome(sql`select pg_sleep(0.1)`)));
  expect(new Set(calls.map(({ ended }) => ended))).toEqual(new Set(['answered']));
});

it('arrays travel both ways, of every type that is used', async () => {
  const sql = open({}, url);
  const texts = ['plain', 'with "quotes"', 'back\\slash', 'comma, brace}', '', 'null', 'ä\n'];
  const id = '01890000-0000-7000-8000-000000000000';
  const [row] = await sql`
    select ${texts}::text[] as texts, ${[]}::text[] as none, ${[1, 2]}::int[] as ints, 
      ${[id]}::uuid[] as ids, array['2026-01-02T03:04:05Z']::timestamptz[] as times, array[null, 'x'] as gaps`;
  expect(row).toEqual({
    texts,
    none: [],
    ints: [1, 2],
    ids: [id],
    times: ['2026-01-02T03:04:05Z'],
    gaps: [null, 'x'],
  });
});
