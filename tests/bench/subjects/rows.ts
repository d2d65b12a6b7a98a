import { v7 as uuidv7 } from 'uuid';
import type { Sql } from '@/lib/db/connection';
import { type EndpointScope, endpointScope, ownerScope } from '@/lib/queue/scope';
import { DEFAULT_VERBS } from '@/lib/queue/verbs';
import { vendEndpoint } from '@/lib/store/endpoints/vend-endpoint';
import type { StoreDatabase } from './store-database';

export const QUEUE = 'ci';

const CHURN_BATCH = 1_000;

/** What every job carries, here and at the peers. */
export const PAYLOAD = { repository: 'acme/website', workflow: 'deploy', run: 4_711, conclusion: 'failure' };

/** An endpoint of a human of its own, granted the one queue and what agents do with it. */
export async function vendAgent(db: StoreDatabase['db']): Promise<{ scope: EndpointScope; token: string }> {
  const human = ownerScope(uuidv7());
  await db.sql`insert into humans (id, email, name) values (${human.humanId}, ${`${human.humanId}@example.test`}, 'Bench')`;
  const verbs = [...DEFAULT_VERBS, 'create_todo'];
  const vended = await vendEndpoint(db, human, { name: 'bench', queues: [QUEUE], verbs });
  return { scope: endpointScope(vended), token: vended.token };
}

/**
 * Adds pending todos in bulk, in the shape that createTodo gives them, to the pool or for an assignee.
 * @returns what all their ids begin with
 */
export async function addPending(
  sql: Sql,
  scope: EndpointScope,
  count: number,
  assignee: string | null = null,
): Promise<string> {
  const prefix = idPrefix();
  await sql`
    insert into todos (id, endpoint_id, queue, title, kind, source, payload, payload_size, assignee)
    select ${prefix}::text || lpad(to_hex(n), 12, '0'), ${scope.endpointId}::uuid, ${QUEUE}, 'Fix flaky deploy test', 'ci_failure', 'api',
      ${JSON.stringify(PAYLOAD)}::text::jsonb, 100, ${assignee}
    from generate_series(1, ${count}::int) as n`;
  return prefix;
}

/**
 * Lets todos come, be claimed and be done in bulk, a thousand at a time: what that leaves behind in the table and its indexes is
 * what as many single cycles leave.
 */
export async function churn(sql: Sql, scope: EndpointScope, count: number): Promise<void> {
  await sql`set synchronous_commit = off`;
  for (let left = count; left > 0; left -= CHURN_BATCH) {
    const prefix = await addPending(sql, scope, Math.min(left, CHURN_BATCH));
    const end = `${prefix}g`;
    await sql`
      update todos
      set state = 'claimed', owner = ${scope.owner}, claimed_at = now(), lease_expires_at = now() + interval '5 minutes', attempt = 1,
        attempts_total = 1, attempts_pruned = 1
      where id between ${prefix} and ${end}`;
    await sql`
      update todos
      set state = 'done', lease_expires_at = null, finished_at = now()
      where id between ${prefix} and ${end}`;
  }
  await sql`reset synchronous_commit`;
}

/** Adds todos that are over, or parked for a week, in bulk. Their attempts are left out: no claim or report looks at them. */
export async function addFinished(
  sql: Sql,
  scope: EndpointScope,
  count: number,
  kind: 'done' | 'dead' | 'parked',
): Promise<void> {
  await sql`
    insert into todos (
      id, endpoint_id, queue, title, kind, source, payload, payload_size, state, owner, attempt, attempts_total, attempts_pruned,
      finished_at, next_retry_at
    )
    select ${idPrefix()}::text || lpad(to_hex(n), 12, '0'), ${scope.endpointId}::uuid, ${QUEUE}, 'Fix flaky deploy test', 'ci_failure', 'api',
      ${JSON.stringify(PAYLOAD)}::text::jsonb, 100, ${kind === 'done' ? 'done' : 'failed'}, ${scope.owner}, 1, 1, 1,
      case when ${kind !== 'parked'}::boolean then now() end, case when ${kind === 'parked'}::boolean then now() + interval '7 days' end
    from generate_series(1, ${count}::int) as n`;
}

/** Adds todos under a lease of an hour, with their open attempts. */
export async function addLeased(sql: Sql, scope: EndpointScope, count: number): Promise<void> {
  await sql`
    with leased as (
      insert into todos (id, endpoint_id, queue, title, state, owner, lease_expires_at, claimed_at, attempt, attempts_total)
      select ${idPrefix()}::text || lpad(to_hex(n), 12, '0'), ${scope.endpointId}::uuid, ${QUEUE}, 'Fix flaky deploy test', 'claimed', ${scope.owner},
        now() + interval '1 hour', now(), 1, 1
      from generate_series(1, ${count}::int) as n
      returning *
    )
    insert into todo_attempts (todo_id, slot, seq, attempt, claimer_kind, claimer_endpoint_id, owner, claimed_at, lease_expires_at)
    select l.id, 0, 1, 1, 'endpoint', l.endpoint_id, l.owner, l.claimed_at, l.lease_expires_at
    from leased l`;
}

/** The beginning of time-ordered ids as long as the store's own: a version 7 uuid without its last group. */
function idPrefix(): string {
  return `td_${uuidv7().slice(0, 24)}`;
}
