import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll } from 'vitest';
import { createDb, type PoolDb, type QueueSettings } from '@/lib/db/connection';
import { QueueError } from '@/lib/queue/errors';
import type { TodoEvent } from '@/lib/queue/events';
import { type EndpointScope, endpointScope, type OwnerScope, ownerScope } from '@/lib/queue/scope';
import { type Claim, type ClaimInput, claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { createTodo } from '@/lib/store/create-todo';
import { vendEndpoint } from '@/lib/store/endpoints/vend-endpoint';
import { failTodo } from '@/lib/store/fail';
import { testDatabase } from './database';

export const SETTINGS: QueueSettings & { databaseDirectUrl: undefined } = {
  leaseTtlSeconds: 300,
  maxAttempts: 5,
  attemptHistoryMaxPerTodo: 50,
  notifyHooksMax: 5,
  attemptSummaryFromResult: false,
  databaseDirectUrl: undefined,
};

/** The file's database behind a store handle, with every published event. Call once at the top of a test file. */
export function testQueue(settings: Partial<QueueSettings> = {}): { db: PoolDb; events: TodoEvent[] } {
  const events: TodoEvent[] = [];
  const held = { events } as { db: PoolDb; events: TodoEvent[] };
  beforeAll(async () => {
    const { url } = await testDatabase();
    held.db = createDb(url, { ...SETTINGS, ...settings }, (event) => events.push(event), {
      statementTimeoutMs: 20_000,
    });
  });
  afterAll(() => held.db.sql.end({ timeout: 5 }));
  return held;
}

export interface TestEndpoint {
  readonly scope: EndpointScope;
  readonly human: OwnerScope;
  readonly token: string;
}

export async function aHuman(db: PoolDb): Promise<OwnerScope> {
  const id = uuidv7();
  await db.sql`insert into humans (id, email, name) values (${id}, ${`${id}@example.test`}, 'Somebody')`;
  return ownerScope(id);
}

/** An endpoint of its own human unless one is given, granted the queue `ci` unless others are named. */
export async function anEndpoint(
  db: PoolDb,
  options: { queues?: string[]; verbs?: string[]; human?: OwnerScope; agentId?: string } = {},
): Promise<TestEndpoint> {
  const human = options.human ?? (await aHuman(db));
  const { queues = ['ci'], verbs, agentId } = options;
  const vended = await vendEndpoint(db, human, { name: 'endpoint', queues, verbs, agentId });
  return {
    scope: endpointScope({ endpointId: vended.endpointId, agentId: vended.agentId, queues }),
    human,
    token: vended.token,
  };
}

export async function aPendingTodo(
  db: PoolDb,
  scope: EndpointScope,
  input: {
    queue?: string;
    title?: string;
    key?: string;
    assignee?: string;
    maxAttempts?: number;
    payload?: unknown;
  } = {},
): Promise<string> {
  const { todo } = await createTodo(db, scope, {
    operation: 'create_todo',
    source: 'api',
    queue: input.queue ?? scope.queues[0] ?? 'ci',
    title: input.title ?? 'Fix flaky deploy test',
    idempotencyKey: input.key,
    assignee: input.assignee,
    maxAttempts: input.maxAttempts,
    payloadText: input.payload === undefined ? undefined : JSON.stringify(input.payload),
  });
  return todo.id;
}

export async function aClaimedTodo(
  db: PoolDb,
  scope: EndpointScope,
  input: ClaimInput & Parameters<typeof aPendingTodo>[2] & { leaseLapsed?: boolean } = {},
): Promise<Claim> {
  const claim = await claimTodo(db, scope, { ...input, id: await aPendingTodo(db, scope, input) });
  if (input.leaseLapsed) await lapseLease(db, claim.todo.id);
  return claim;
}

/** Failed below the cap: its retry window is open, or has passed if `due`. */
export async function aParkedRetry(
  db: PoolDb,
  scope: EndpointScope,
  input: Parameters<typeof aClaimedTodo>[2] & { due?: boolean } = {},
): Promise<string> {
  const { todo } = await aClaimedTodo(db, scope, input);
  await failTodo(db, scope, { id: todo.id, summary: 'tests still red' });
  if (input.due) await elapseRetryWindow(db, todo.id);
  return todo.id;
}

export async function aDeadLetter(
  db: PoolDb,
  scope: EndpointScope,
  input: Parameters<typeof aPendingTodo>[2] = {},
): Promise<string> {
  const { todo } = await aClaimedTodo(db, scope, { ...input, maxAttempts: 1 });
  await failTodo(db, scope, { id: todo.id });
  return todo.id;
}

export async function aDoneTodo(
  db: PoolDb,
  scope: EndpointScope,
  input: Parameters<typeof aPendingTodo>[2] = {},
): Promise<string> {
  const { todo } = await aClaimedTodo(db, scope, input);
  await completeTodo(db, scope, { id: todo.id });
  return todo.id;
}

/** Moves a lease into the past, on the todo and its open attempt. */
export async function lapseLease(db: PoolDb, id: string): Promise<void> {
  await db.sql`update todos set lease_expires_at = now() - interval '1 minute' where id = ${id} and lease_expires_at is not null`;
  await db.sql`update todo_attempts set lease_expires_at = now() - interval '1 minute' where todo_id = ${id} and slot = 0`;
}

/** Moves a retry window into the past. */
export async function elapseRetryWindow(db: PoolDb, id: string): Promise<void> {
  await db.sql`update todos set next_retry_at = now() - interval '1 minute' where id = ${id} and next_retry_at is not null`;
}

export interface TodoRow {
  id: string;
  state: string;
  owner: string | null;
  attempt: number;
  lease_expires_at: string | null;
  next_retry_at: string | null;
  finished_at: string | null;
  attempts_total: number;
  attempts_pruned: number;
  result: unknown;
  payload: unknown;
}

/** The row as it stands; throws when there is none. */
export async function rowOf(db: PoolDb, id: string): Promise<TodoRow> {
  const [row] = await db.sql<TodoRow[]>`select * from todos where id = ${id}`;
  if (!row) throw new Error(`no todo ${id}`);
  return row;
}

/** The attempts as they stand, by seq. */
export async function attemptsOf(db: PoolDb, id: string) {
  return await db.sql`select * from todo_attempts where todo_id = ${id} order by seq`;
}

/** The code with which a call was refused, or `ok`. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    return error instanceof QueueError ? error.code : `unexpected: ${String(error)}`;
  }
}

/** What must hold of every todo at any time (lib/queue/README.md, invariants 1 to 3; slot as lib/db/schema/attempts.ts says). */
export async function brokenInvariants(db: PoolDb): Promise<readonly unknown[]> {
  return await db.sql`
    select t.id, t.state, t.attempts_total, t.attempts_pruned, count(a.seq)::int as rows, count(a.seq) filter (where a.ended_at is null)::int as open
    from todos t
    left join todo_attempts a on a.todo_id = t.id
    group by t.id
    having count(a.seq) filter (where a.ended_at is null) <> (t.state in ('claimed', 'input-required', 'auth-required'))::int
      or count(a.seq) filter (where a.slot = 0 and a.ended_at is not null) > (t.state = 'done')::int
      or count(a.seq) + t.attempts_pruned <> t.attempts_total
      or (t.next_retry_at is not null) and t.state <> 'failed'
      or (t.lease_expires_at is not null) and t.state not in ('claimed', 'input-required', 'auth-required')
      or (t.finished_at is not null) <> (t.state in ('done', 'canceled', 'rejected') or (t.state = 'failed' and t.next_retry_at is null))
      or count(distinct a.seq) <> count(a.seq)`;
}
