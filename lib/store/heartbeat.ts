import type { Db } from '../db/connection';
import { parseLeaseTtl } from '../queue/lease';
import type { EndpointScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { classifyMiss } from './classify-miss';
import { compactColumns, type Fragment } from './columns';
import { heldByAgent } from './end-lease';
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
  const guard = heldByAgent(db, scope, input.leaseToken);
  const row = await extendLease(db, { operation: 'heartbeat', id: input.id, ttlSeconds, guard });
  return row ? toCompactTodo(row) : await classifyMiss(db, 'heartbeat', scope, input.id);
}

/**
 * The extension itself, under any guard on the todo `t` and its open attempt `a`.
 * @returns the todo, or undefined when the guard let nothing through
 */
export async function extendLease(
  db: Db,
  input: { readonly operation: string; readonly id: string; readonly ttlSeconds: number; readonly guard: Fragment },
): Promise<CompactRow | undefined> {
  const [row] = await runVerb(
    db,
    input.operation,
    input.id,
    () => db.sql<CompactRow[]>`
      with extended as (
        update todos t
        set lease_expires_at = now() + make_interval(secs => ${input.ttlSeconds})
        from todo_attempts a
        where t.id = ${input.id}
          and a.todo_id = ${input.id}
          and a.slot = 0
          and a.seq = t.attempts_total
          and ${input.guard}
        returning ${compactColumns(db.sql)}, t.attempts_total
      ),
      extended_attempt as (
        update todo_attempts a
        set last_heartbeat_at = now(),
            lease_expires_at = x.lease_expires_at
        from extended x
        where a.todo_id = ${input.id}
          and a.slot = 0
          and a.seq = x.attempts_total
      )
      select * from extended`,
  );
  return row;
}
