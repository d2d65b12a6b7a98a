import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PoolDb } from '@/lib/db/connection';
import type { EndpointScope } from '@/lib/queue/scope';
import { cancelTodo } from '@/lib/store/cancel';
import { claimNextTodo, claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { createTodo } from '@/lib/store/create-todo';
import { revokeEndpoint } from '@/lib/store/endpoints/revoke-endpoint';
import { failTodo } from '@/lib/store/fail';
import { heartbeatTodo } from '@/lib/store/heartbeat';
import { interruptTodo } from '@/lib/store/interrupt';
import { rejectTodo } from '@/lib/store/reject';
import { releaseTodo } from '@/lib/store/release';
import { resumeTodo } from '@/lib/store/resume';
import { retryTodo } from '@/lib/store/retry';
import { reapLapsedLeases } from '@/lib/store/sweeps/reap-lapsed-leases';
import { requeueDueRetries } from '@/lib/store/sweeps/requeue-due-retries';
import { type Caller, Model, type ModelTodo } from '../support/model';
import {
  anEndpoint,
  brokenInvariants,
  elapseRetryWindow,
  lapseLease,
  outcomeOf,
  type TestEndpoint,
  testQueue,
} from '../support/queue';

/** How many histories; thousands with TEST_HISTORIES. A failure prints its seed and path for TEST_HISTORY_SEED. */
const HISTORIES = Number(process.env.TEST_HISTORIES ?? 150);
const SEED = process.env.TEST_HISTORY_SEED;

const queue = testQueue();

const step = fc.record({
  verb: fc.constantFrom(
    ...[
      'create',
      'create',
      'claim',
      'claim',
      'claimNext',
      'claimNext',
      'heartbeat',
      'complete',
      'fail',
      'fail',
      'release',
      'retry',
    ],
    ...['lapse', 'lapse', 'elapse', 'elapse', 'reap', 'requeue', 'interrupt', 'resume', 'cancel', 'reject'],
  ),
  todo: fc.nat(4),
  endpoint: fc.nat(1),
  foreign: fc.integer({ min: 0, max: 5 }).map((n) => n === 5),
  agent: fc.integer({ min: 0, max: 3 }).map((n) => Math.floor(n / 3)),
  key: fc.constantFrom(undefined, 'k', 'l'),
  maxAttempts: fc.integer({ min: 1, max: 3 }),
  fence: fc.boolean(),
  token: fc.constantFrom('right', 'right', 'right', 'none', 'stale'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  steps: fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }),
  revokeAt: fc.option(fc.nat(25), { freq: 4 }),
});

class Play {
  readonly #model = new Model();
  readonly #staleTokens: string[] = ['never issued'];

  constructor(
    private readonly db: PoolDb,
    private readonly endpoints: readonly TestEndpoint[],
  ) {}

  async run(steps: readonly Step[], revokeAt: number | null): Promise<void> {
    for (const [index, each] of steps.entries()) {
      if (index === revokeAt) await this.#revoke(each.endpoint);
      await this.#step(each);
      await this.#compare();
    }
    expect(await brokenInvariants(this.db)).toEqual([]);
  }

  async #step(each: Step): Promise<void> {
    const { db } = this;
    const todo = this.#model.todos[each.todo % Math.max(1, this.#model.todos.length)];
    const endpoint = todo && !each.foreign ? todo.endpoint : each.endpoint;
    const caller = { endpoint, agent: each.agent };
    if (each.verb === 'create') return this.#create(each);
    if (each.verb === 'claimNext') return this.#claimNext(caller, each.fence);
    if (each.verb === 'reap') return reapLapsedLeases(db).then(() => this.#model.reap());
    if (each.verb === 'requeue') return requeueDueRetries(db).then(() => this.#model.requeueDue());
    if (!todo) return;
    if (each.verb === 'lapse') return this.#lapse(todo);
    if (each.verb === 'elapse') return this.#elapse(todo);
    if (each.verb === 'claim') return this.#claim(todo, caller, each.fence);
    await this.#report(each, todo, caller);
  }

  async #report(each: Step, todo: ModelTodo, caller: Caller): Promise<void> {
    const { db } = this;
    const model = this.#model;
    const scope = this.#scope(caller);
    const leaseToken =
      each.token === 'right' ? todo.token : each.token === 'none' ? undefined : this.#staleTokens.at(-1);
    const given = { id: todo.id, leaseToken };
    const held = (act: () => void, from = ['claimed']) => model.asHolder(todo, caller, leaseToken, from, act);
    const verbs: Record<string, [() => Promise<unknown>, () => string]> = {
      heartbeat: [() => heartbeatTodo(db, scope, given), () => held(() => Object.assign(todo, { lapsed: false }))],
      complete: [() => completeTodo(db, scope, given), () => held(() => model.complete(todo))],
      fail: [() => failTodo(db, scope, given), () => held(() => model.fail(todo))],
      release: [() => releaseTodo(db, scope, given), () => held(() => model.release(todo))],
      interrupt: [
        () => interruptTodo(db, scope, { ...given, state: 'input-required' }),
        () => held(() => Object.assign(todo, { state: 'input-required' })),
      ],
      resume: [
        () => resumeTodo(db, scope, given),
        () => held(() => Object.assign(todo, { state: 'claimed', lapsed: false }), ['input-required', 'auth-required']),
      ],
      retry: [() => retryTodo(db, scope, { id: todo.id }), () => model.retry(todo, caller)],
      cancel: [() => cancelTodo(db, scope, { id: todo.id }), () => model.cancel(todo, caller)],
      reject: [() => rejectTodo(db, scope, { id: todo.id }), () => model.reject(todo, caller)],
    };
    const [call, expected] = verbs[each.verb] ?? [];
    if (!call || !expected) throw new Error(`no verb ${each.verb}`);
    const tokenBefore = todo.token;
    expect(`${each.verb}: ${await outcomeOf(call())}`).toBe(`${each.verb}: ${expected()}`);
    if (tokenBefore !== undefined && todo.token === undefined) this.#staleTokens.push(tokenBefore);
  }

  async #create(each: Step): Promise<void> {
    const expected = this.#model.create(each.endpoint, each.key, each.maxAttempts);
    const scope = this.#scope({ endpoint: each.endpoint, agent: 0 });
    const made = await createTodo(this.db, scope, {
      operation: 'create_todo',
      source: 'api',
      queue: 'ci',
      title: 'T',
      idempotencyKey: each.key,
      maxAttempts: each.maxAttempts,
    }).catch(() => undefined);
    expect(made?.created).toBe(expected?.created);
    if (!made || !expected) return;
    if (expected.created) expected.todo.id = made.todo.id;
    expect(made.todo.id).toBe(expected.todo.id);
  }

  async #claim(todo: ModelTodo, caller: Caller, fence: boolean): Promise<void> {
    const before = todo.token;
    const claim = await claimTodo(this.db, this.#scope(caller), { id: todo.id, requireFence: fence }).catch(
      (error: { code: string }) => error,
    );
    const expected = this.#model.claim(todo, caller);
    expect('code' in claim ? claim.code : 'ok').toBe(expected);
    if ('code' in claim) return;
    if (before !== undefined) this.#staleTokens.push(before);
    todo.token = claim.leaseToken;
    expect(claim.priorAttempts.map(({ seq, outcome }) => [seq, outcome])).toEqual(
      todo.attempts
        .slice(0, -1)
        .slice(-5)
        .reverse()
        .map(({ seq, outcome }) => [seq, outcome]),
    );
  }

  /** Which claimable todo it takes depends on the once-a-second look at aged ones, so that any is accepted and none may be missed. */
  async #claimNext(caller: Caller, fence: boolean): Promise<void> {
    const claim = await claimNextTodo(this.db, this.#scope(caller), { requireFence: fence }).catch(() => undefined);
    const claimable = this.#model.todos.filter(
      (todo) => todo.endpoint === caller.endpoint && this.#model.isClaimable(todo),
    );
    const taken = claimable.find((todo) => todo.id === claim?.todo.id);
    expect(taken === undefined).toBe(claimable.length === 0);
    if (!taken || !claim) return;
    if (taken.token !== undefined) this.#staleTokens.push(taken.token);
    this.#model.claim(taken, caller);
    taken.token = claim.leaseToken;
  }

  async #lapse(todo: ModelTodo): Promise<void> {
    await lapseLease(this.db, todo.id);
    if (['claimed', 'input-required', 'auth-required'].includes(todo.state)) todo.lapsed = true;
  }

  async #elapse(todo: ModelTodo): Promise<void> {
    await elapseRetryWindow(this.db, todo.id);
    if (todo.parked) Object.assign(todo, { due: true, windowSeconds: undefined });
  }

  async #revoke(endpoint: number): Promise<void> {
    const { scope, human } = this.endpoints[endpoint] as TestEndpoint;
    expect(await outcomeOf(revokeEndpoint(this.db, human, scope.endpointId))).toBe(this.#model.revoke(endpoint));
  }

  #scope({ endpoint, agent }: Caller): EndpointScope {
    const { scope } = this.endpoints[endpoint] as TestEndpoint;
    return agent === 0 ? scope : { ...scope, owner: 'agent:018f0000-0000-7000-8000-00000000000b' };
  }

  async #compare(): Promise<void> {
    const rows = await this.db.sql`
      select t.id, t.state, t.attempt, t.next_retry_at is not null as parked, t.finished_at is not null as finished, t.attempts_total as total,
        case when t.next_retry_at > now() then round(extract(epoch from t.next_retry_at - a.last_ended))::int end as window,
        coalesce(a.attempts, '[]') as attempts
      from todos t
      left join lateral (
        select max(ended_at) as last_ended, json_agg(json_build_array(seq, attempt, outcome, disposition) order by seq) as attempts
        from todo_attempts where todo_id = t.id
      ) a on true
      order by t.id`;
    const expected = this.#model.todos
      .map((todo) => ({
        id: todo.id,
        state: todo.state,
        attempt: todo.attempt,
        parked: todo.parked,
        finished: ['done', 'canceled', 'rejected'].includes(todo.state) || (todo.state === 'failed' && !todo.parked),
        total: todo.attempts.length,
        window: todo.windowSeconds ?? null,
        attempts: todo.attempts.map(({ seq, attempt, outcome, disposition }) => [seq, attempt, outcome, disposition]),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    expect([...rows]).toEqual(expected);
  }
}

it('random histories end as the model says, step by step', async () => {
  const { db } = queue;
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, revokeAt }) => {
      await db.sql`delete from todos`;
      await new Play(db, [await anEndpoint(db), await anEndpoint(db)]).run(steps, revokeAt);
    }),
    { numRuns: HISTORIES, endOnFailure: false, ...(SEED !== undefined && { seed: Number(SEED) }) },
  );
}, 1_800_000);
