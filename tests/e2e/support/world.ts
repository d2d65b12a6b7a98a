import { randomUUID } from 'node:crypto';
import { createDb, type PoolDb } from '@/lib/db/connection';
import { type EndpointScope, endpointScope, type OwnerScope, ownerScope } from '@/lib/queue/scope';
import { ChangeNotifier } from '@/lib/signals/change-notifier';
import { type Claim, claimTodo } from '@/lib/store/claim';
import { createTodo } from '@/lib/store/create-todo';
import { vendEndpoint } from '@/lib/store/endpoints/vend-endpoint';
import { failTodo } from '@/lib/store/fail';
import { createHuman } from '@/lib/store/humans/create-human';
import { createSignInLink } from '@/lib/store/sign-in-links/create-sign-in-link';
import { reapLapsedLeases } from '@/lib/store/sweeps/reap-lapsed-leases';

const SETTINGS = {
  leaseTtlSeconds: 300,
  maxAttempts: 5,
  attemptHistoryMaxPerTodo: 50,
  notifyHooksMax: 5,
  attemptSummaryFromResult: false,
  databaseDirectUrl: undefined,
};

/** A person of the stories, with one endpoint. */
export interface Somebody {
  readonly scope: OwnerScope;
  readonly email: string;
  readonly endpoint: EndpointScope;
  readonly endpointId: string;
}

/** What a worker's todo is made of. */
export interface TodoInput {
  readonly title?: string;
  readonly queue?: string;
  readonly payload?: unknown;
  readonly maxAttempts?: number;
}

/** The database behind the server under test, moved by the store's own verbs. */
export class World {
  private constructor(
    readonly db: PoolDb,
    private readonly notifier: ChangeNotifier,
  ) {}

  /**
   * @param tells whether the server's Boards hear of what is done here, as they do of another instance's work; otherwise a page
   * stays as it is until it looks by itself
   */
  static open(url: string, tells: boolean): World {
    const db = createDb(url, SETTINGS, (event) => tells && notifier.subscriber(event));
    const notifier = new ChangeNotifier({
      sql: db.sql,
      from: randomUUID(),
      audience: () => ({ here: false, elsewhere: true }),
      deliver: () => {},
      onError: () => {},
    });
    return new World(db, notifier);
  }

  async close(): Promise<void> {
    await this.notifier.flush();
    await this.db.sql.end({ timeout: 5 });
  }

  async somebody(queues = ['ci', 'reviews']): Promise<Somebody> {
    const human = await createHuman(this.db, { email: `${randomUUID()}@example.test` });
    const scope = ownerScope(human.id);
    const vended = await vendEndpoint(this.db, scope, { name: 'fixer-bot', queues });
    const endpoint = endpointScope({ endpointId: vended.endpointId, agentId: vended.agentId, queues });
    return { scope, email: human.email, endpoint, endpointId: vended.endpointId };
  }

  /** The path of a fresh one-time link. */
  async signInPath(who: { readonly scope: OwnerScope }): Promise<string> {
    const { token } = await createSignInLink(this.db, who.scope.humanId);
    return `/signin?token=${token}`;
  }

  async aPendingTodo(who: Somebody, input: TodoInput = {}): Promise<string> {
    const { title = 'Fix flaky deploy test', queue = 'ci', maxAttempts } = input;
    const payloadText = JSON.stringify(input.payload ?? { pull_request: 42 });
    const todo = { operation: 'create_todo', source: 'api', queue, title, maxAttempts, payloadText };
    return (await createTodo(this.db, { endpointId: who.endpointId }, todo)).todo.id;
  }

  async aClaimedTodo(
    who: Somebody,
    input: TodoInput & { requireFence?: boolean; claimant?: string } = {},
  ): Promise<Claim> {
    const { requireFence, claimant = 'harness/box/fixer/run-7' } = input;
    return await claimTodo(this.db, who.endpoint, { id: await this.aPendingTodo(who, input), requireFence, claimant });
  }

  async aDeadLetter(who: Somebody, input: TodoInput & { summary?: string; artifact?: string } = {}): Promise<string> {
    const { todo } = await this.aClaimedTodo(who, { ...input, maxAttempts: 1 });
    const { summary = 'tests still red', artifact } = input;
    await failTodo(this.db, who.endpoint, { id: todo.id, summary, artifact });
    return todo.id;
  }

  async aParkedRetry(who: Somebody, input: TodoInput = {}): Promise<string> {
    const { todo } = await this.aClaimedTodo(who, input);
    await failTodo(this.db, who.endpoint, { id: todo.id, summary: 'tests still red' });
    return todo.id;
  }

  /** Three attempts: the first failed, the second died, the third is open. */
  async aTodoWithADeath(who: Somebody, input: TodoInput = {}): Promise<string> {
    const id = await this.aParkedRetry(who, input);
    await this.db.sql`update todos set next_retry_at = now() - interval '1 second' where id = ${id}`;
    await claimTodo(this.db, who.endpoint, { id, claimant: 'harness/box/fixer/run-8' });
    await this.die(id);
    await claimTodo(this.db, who.endpoint, { id, claimant: 'harness/box/fixer/run-9' });
    return id;
  }

  /** A worker's death: its last heartbeat was a while ago, its lease lapses, the reaper comes. */
  async die(id: string): Promise<void> {
    await this.db.sql`update todos set lease_expires_at = now() - interval '1 minute' where id = ${id}`;
    await this.db.sql`
      update todo_attempts
      set lease_expires_at = now() - interval '1 minute',
          last_heartbeat_at = '2026-09-22T14:01:00Z'
      where todo_id = ${id} and slot = 0`;
    await reapLapsedLeases(this.db);
  }

  /** State and attempts as they stand, in one line: `pending 0/5: released`. */
  async stateOf(id: string): Promise<string> {
    const [row] = await this.db.sql<{ line: string }[]>`
      select t.state || ' ' || t.attempt || '/' || t.max_attempts
        || coalesce(': ' || (select string_agg(coalesce(a.outcome, 'open'), ' ' order by a.seq) from todo_attempts a where a.todo_id = t.id), '') as line
      from todos t
      where t.id = ${id}`;
    return row?.line ?? 'absent';
  }
}
