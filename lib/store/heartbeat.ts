import type { Db } from '../db/connection';
import { parseLeaseTtl } from '../queue/lease';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import { compactColumns, type Fragment } from './columns';
import { heldByAgent } from './end-lease';
import { hasOpenAttempt, matchesFence } from './open-attempt';
import { type CompactRow, toCompactTodo } from './rows';
import { runVerb } from './run-verb';

export interface HeartbeatInput {
  readonly id: string;
  readonly leaseTtlSeconds?: number | undefined;
  readonly leaseToken?: string | undefined;
}

/**
 * Extends the caller's lease to the database's now plus the ttl, on the todo and its attempt at once (SPEC-0003 R3,
 * SPEC-0034 REQ-4).
 * @throws QueueError `invalid`, `not_found`, `conflict`
 */
export async function heartbeatTodo(db: Db, scope: EndpointScope, input: HeartbeatInput): Promise<CompactTodo> {
  const ttlSeconds = parseLeaseTtl('heartbeat', input.leaseTtlSeconds, db.settings.leaseTtlSeconds);
  const guard = heldByAgent(db, scope);
  const fence = matchesFence(db, input.leaseToken);
  const row = await extendLease(db, { operation: 'heartbeat', id: input.id, ttlSeconds, guard, fence });
  return row ? toCompactTodo(row) : await classifyMiss(db, 'heartbeat', scope, input.id);
}

/** How long a lease shall last from now, and on what conditions on the todo `t` (guard) and its open attempt `a` (fence). */
interface LeaseExtension {
  readonly operation: string;
  readonly id: string;
  readonly ttlSeconds: number;
  readonly guard: Fragment;
  readonly fence: Fragment;
}

/**
 * The extension itself, under any conditions.
 * @returns the todo, or undefined when they let nothing through
 */
export async function extendLease(db: Db, input: LeaseExtension): Promise<CompactRow | undefined> {
  const [row] = await runVerb(
    db,
    input.operation,
    input.id,
    () => db.sql<CompactRow[]>`
      with extended as (
        update todos t
        set lease_expires_at = now() + make_interval(secs => ${input.ttlSeconds})
        where t.id = ${input.id}
          and ${input.guard}
          and ${hasOpenAttempt(db, input.id, input.fence)}
        returning ${compactColumns(db.sql)}, t.attempts_total
      ),
      extended_attempt as (
        update todo_attempts a
        set last_heartbeat_at = now(),
            lease_expires_at = now() + make_interval(secs => ${input.ttlSeconds})
        where a.todo_id = ${input.id}
          and a.slot = 0
          and a.seq = (select x.attempts_total from extended x)
      )
      select * from extended`,
  );
  return row;
}
