import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Claim, claimNextTodo, claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { createTodo } from '@/lib/store/create-todo';
import { revokeEndpoint } from '@/lib/store/endpoints/revoke-endpoint';
import { failTodo } from '@/lib/store/fail';
import { heartbeatTodo } from '@/lib/store/heartbeat';
import { releaseTodo } from '@/lib/store/release';
import { retryTodo } from '@/lib/store/retry';
import { reapLapsedLeases } from '@/lib/store/sweeps/reap-lapsed-leases';
import { requeueDueRetries } from '@/lib/store/sweeps/requeue-due-retries';
import {
  aClaimedTodo,
  aDeadLetter,
  anEndpoint,
  aPendingTodo,
  attemptsOf,
  brokenInvariants,
  elapseRetryWindow,
  lapseLease,
  outcomeOf,
  rowOf,
  testQueue,
} from '../support/queue';

/** Rounds of each race; a soak sets TEST_RACE_ROUNDS. */
const ROUNDS = Number(process.env.TEST_RACE_ROUNDS ?? 60);

const queue = testQueue();

async function rounds(race: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await race(round);
}

const sorted = (outcomes: string[]) => outcomes.sort().join(' ');

describe('races on real connections', () => {
  afterEach(async () => {
    expect(await brokenInvariants(queue.db)).toEqual([]);
  });

  it('claimants on one queue each get a different todo, and the rest nothing', async () => {
    const { db } = queue;
    const { scope } = await anEndpoint(db);
    await rounds(async () => {
      const ids = await Promise.all([1, 2, 3, 4].map(() => aPendingTodo(db, scope)));
      const claims = await Promise.all(
        Array.from({ length: 8 }, () => claimNextTodo(db, scope, {}).catch(() => undefined)),
      );
      expect(claims.flatMap((claim) => claim?.todo.id ?? []).sort()).toEqual(ids.sort());
      await db.sql`delete from todos`;
    });
  });

  it('claimants pass by a todo whose claim has not ended yet', async () => {
    const { db } = queue;
    const { scope } = await anEndpoint(db);
    await rounds(async () => {
      const held = await aPendingTodo(db, scope);
      const ids = await Promise.all([1, 2].map(() => aPendingTodo(db, scope)));
      await db.sql.begin(async (other) => {
        await other`select from todos where id = ${held} for update`;
        const claims = await Promise.all(ids.map(() => claimNextTodo(db, scope, {})));
        expect(claims.map(({ todo }) => todo.id).sort()).toEqual(ids.sort());
      });
      await db.sql`delete from todos`;
    });
  });

  it('a claimant finds the only todo though a ring has it locked just then', async () => {
    const { db } = queue;
    const { scope } = await anEndpoint(db);
    await rounds(async () => {
      const id = await aPendingTodo(db, scope);
      let claim: Promise<Claim> | undefined;
      await db.sql.begin(async (ring) => {
        await ring`update todos set rings = rings + 1 where id = ${id}`;
        const before = db.answered();
        claim = claimNextTodo(db, scope, {});
        await vi.waitUntil(() => db.answered() >= before + 2, { interval: 1 });
      });
      expect((await claim)?.todo.id).toBe(id);
    });
  });

  it('claimants of one todo by id: one wins, the others conflict', async () => {
    const { db } = queue;
    const { scope } = await anEndpoint(db);
    await rounds(async () => {
      const id = await aPendingTodo(db, scope);
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(claimTodo(db, scope, { id }))));
      expect(sorted(outcomes)).toBe('conflict conflict conflict ok');
    });
  });

  it('SPEC-0034 REQ-20 · Reaper and taker race', async () => {
    const { db, events } = queue;
    const { scope } = await anEndpoint(db);
    await rounds(async () => {
      const { todo } = await aClaimedTodo(db, scope, { leaseLapsed: true });
      events.length = 0;
      await Promise.all([reapLapsedLeases(db), outcomeOf(claimNextTodo(db, scope, {})), reapLapsedLeases(db)]);
      const attempts = await attemptsOf(db, todo.id);
      expect(attempts.filter(({ slot }) => slot === 0).length).toBeLessThanOrEqual(1);
      expect(attempts[0]?.outcome).toMatch(/^(reaped|lease_expired)$/);
      expect(events.filter(({ closed }) => closed?.died)).toHaveLength(1);
      await db.sql`delete from todos`;
    });
  });

  it('a report and the reaper: the attempt closes once, as one of them says', async () => {
    const { db, events } = queue;
    const { scope } = await anEndpoint(db);
    await rounds(async () => {
      const { todo } = await aClaimedTodo(db, scope, { leaseLapsed: true });
      events.length = 0;
      const [outcome] = await Promise.all([outcomeOf(completeTodo(db, scope, { id: todo.id })), reapLapsedLeases(db)]);
      const { state } = await rowOf(db, todo.id);
      expect([`${outcome} ${state}`]).toEqual([outcome === 'ok' ? 'ok done' : 'conflict pending']);
      expect(events.filter(({ closed }) => closed)).toHaveLength(1);
      await db.sql`delete from todos`;
    });
  });

  it('a late report and a takeover by the same agent: the new attempt is never closed by the old token', async () => {
    const { db } = queue;
    const { scope } = await anEndpoint(db);
    await rounds(async (round) => {
      const old = await aClaimedTodo(db, scope, { leaseLapsed: true, requireFence: round % 2 === 0 });
      const report = round % 3 === 0 ? failTodo : round % 3 === 1 ? releaseTodo : completeTodo;
      const [reported, taken] = await Promise.all([
        outcomeOf(report(db, scope, { id: old.todo.id, leaseToken: old.leaseToken })),
        outcomeOf(claimTodo(db, scope, { id: old.todo.id, requireFence: true })),
      ]);
      const attempts = await attemptsOf(db, old.todo.id);
      expect(['ok', 'conflict']).toContain(reported);
      if (taken === 'ok' && reported === 'conflict') expect(attempts.at(-1)).toMatchObject({ slot: 0, outcome: null });
      await db.sql`delete from todos`;
    });
  });

  it('heartbeat and the reaper: a renewed lease stays, a reaped one is gone', async () => {
    const { db } = queue;
    const { scope } = await anEndpoint(db);
    await rounds(async () => {
      const { todo } = await aClaimedTodo(db, scope, { leaseLapsed: true });
      const [outcome] = await Promise.all([outcomeOf(heartbeatTodo(db, scope, { id: todo.id })), reapLapsedLeases(db)]);
      expect((await rowOf(db, todo.id)).state).toBe(outcome === 'ok' ? 'claimed' : 'pending');
      await db.sql`delete from todos`;
    });
  });

  it('creates with one key, also while the todo ends: never two live rows', async () => {
    const { db } = queue;
    const { scope } = await anEndpoint(db);
    const create = () =>
      createTodo(db, scope, { operation: 'create_todo', source: 'api', queue: 'ci', title: 'T', idempotencyKey: 'k' });
    await rounds(async () => {
      const { todo } = await aClaimedTodo(db, scope, { key: 'k' });
      const [, ...made] = await Promise.all([completeTodo(db, scope, { id: todo.id }), create(), create(), create()]);
      const live = await db.sql`select id from todos where state = 'pending'`;
      expect(live.length).toBeLessThanOrEqual(1);
      expect(made.filter(({ created }) => created)).toHaveLength(live.length);
      await db.sql`delete from todos`;
    });
  });

  it('retry of a dead letter and create of its key: one live row, no unique violation shown', async () => {
    const { db } = queue;
    const { scope } = await anEndpoint(db);
    await rounds(async () => {
      const id = await aDeadLetter(db, scope, { key: 'k' });
      const outcomes = await Promise.all([
        outcomeOf(retryTodo(db, scope, { id })),
        outcomeOf(
          createTodo(db, scope, {
            operation: 'create_todo',
            source: 'api',
            queue: 'ci',
            title: 'T',
            idempotencyKey: 'k',
          }),
        ),
      ]);
      expect(['conflict ok', 'ok ok']).toContain(sorted(outcomes));
      expect(await db.sql`select 1 from todos where state = 'pending'`).toHaveLength(1);
      await db.sql`delete from todos`;
    });
  });

  it('due retry: the scheduler and a claimer take it once', async () => {
    const { db } = queue;
    const { scope } = await anEndpoint(db);
    await rounds(async () => {
      const { todo } = await aClaimedTodo(db, scope);
      await failTodo(db, scope, { id: todo.id });
      await elapseRetryWindow(db, todo.id);
      await Promise.all([
        requeueDueRetries(db),
        outcomeOf(claimNextTodo(db, scope, {})),
        outcomeOf(claimNextTodo(db, scope, {})),
      ]);
      expect((await attemptsOf(db, todo.id)).length).toBeLessThanOrEqual(2);
      await db.sql`delete from todos`;
    });
  });

  it('revocation against claims, creates and reports: nothing live is left behind', async () => {
    const { db } = queue;
    await rounds(async () => {
      const { scope, human } = await anEndpoint(db);
      const held = await aClaimedTodo(db, scope);
      await aPendingTodo(db, scope);
      await Promise.all([
        revokeEndpoint(db, human, scope.endpointId),
        outcomeOf(claimNextTodo(db, scope, {})),
        outcomeOf(aPendingTodo(db, scope)),
        outcomeOf(failTodo(db, scope, { id: held.todo.id })),
        outcomeOf(heartbeatTodo(db, scope, { id: held.todo.id })),
      ]);
      const live =
        await db.sql`select id, state from todos where state <> 'done' and (state <> 'failed' or next_retry_at is not null)`;
      expect([...live]).toEqual([]);
      await db.sql`delete from todos`;
    });
  });

  it('everything at once on a few todos ends with every invariant whole', async () => {
    const { db } = queue;
    const { scope } = await anEndpoint(db);
    const ids = await Promise.all([1, 2, 3].map(() => aPendingTodo(db, scope, { maxAttempts: 100 })));
    const pick = (round: number) => ids[round % ids.length] ?? '';
    await rounds(async (round) => {
      const id = pick(round);
      await Promise.all([
        outcomeOf(claimNextTodo(db, scope, {})),
        outcomeOf(claimTodo(db, scope, { id, requireFence: round % 4 === 0 })),
        lapseLease(db, pick(round + 1)),
        outcomeOf(failTodo(db, scope, { id })),
        outcomeOf(releaseTodo(db, scope, { id: pick(round + 1) })),
        reapLapsedLeases(db),
        elapseRetryWindow(db, id),
        requeueDueRetries(db),
        outcomeOf(retryTodo(db, scope, { id: pick(round + 2) })),
      ]);
      expect(await brokenInvariants(db)).toEqual([]);
    });
  });
});
