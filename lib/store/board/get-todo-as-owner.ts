import type { Db } from '../../db/connection';
import { ATTEMPTS_LIMIT_MAX, type Attempt } from '../../queue/attempt';
import { notFound } from '../../queue/errors';
import type { OwnerScope } from '../../queue/scope';
import type { CompactTodo } from '../../queue/todo';
import { compactColumns } from '../columns';
import { newestAttempts } from '../get-todo';
import { ownedBy } from '../owned-by';
import { type AttemptRow, type CompactRow, toAttempt, toCompactTodo } from '../rows';
import { runVerb } from '../run-verb';

/** JSON texts longer than this are cut: a page is read by a human. */
export const JSON_SHOWN_CHARACTERS = 100_000;

/** A todo as its human may see it. JSON comes as indented text with every digit of its numbers, or null when there is none. */
export interface OwnedTodo {
  readonly todo: CompactTodo;
  readonly endpointName: string;
  readonly endpointRevoked: boolean;
  readonly idempotencyKey: string | null;
  readonly deliveries: number;
  readonly payloadText: string | null;
  readonly resultText: string | null;
  /** Newest first, the open attempt included, at most 50. */
  readonly attempts: readonly Attempt[];
  readonly attemptsTotal: number;
  readonly attemptsPruned: number;
  /** The database's clock at the reading. */
  readonly readAt: string;
}

interface OwnedRow extends CompactRow {
  endpoint_name: string;
  endpoint_revoked: boolean;
  idempotency_key: string | null;
  deliveries: number;
  payload_text: string | null;
  result_text: string | null;
  attempts: AttemptRow[];
  attempts_total: number;
  attempts_pruned: number;
  read_at: string;
}

/**
 * Reads one todo of the human's with its newest attempts, in one statement (SPEC-0034 REQ-10, REQ-13).
 * @throws QueueError `not_found` when absent or another human's
 */
export async function getTodoAsOwner(db: Db, scope: OwnerScope, id: string): Promise<OwnedTodo> {
  const [row] = await runVerb(
    db,
    'get_todo',
    id,
    () => db.sql<OwnedRow[]>`
      select ${compactColumns(db.sql)}, n.name as endpoint_name, n.revoked_at is not null as endpoint_revoked,
        t.idempotency_key, t.deliveries, t.attempts_total, t.attempts_pruned, now() as read_at,
        left(jsonb_pretty(t.payload), ${JSON_SHOWN_CHARACTERS}::int) as payload_text,
        left(jsonb_pretty(t.result), ${JSON_SHOWN_CHARACTERS}::int) as result_text,
        ${newestAttempts(db, ATTEMPTS_LIMIT_MAX)} as attempts
      from todos t
      join endpoints n on n.id = t.endpoint_id
      where t.id = ${id}
        and ${ownedBy(db.sql, scope)}`,
  );
  if (!row) throw notFound('get_todo', id);
  return {
    todo: toCompactTodo(row),
    endpointName: row.endpoint_name,
    endpointRevoked: row.endpoint_revoked,
    idempotencyKey: row.idempotency_key,
    deliveries: row.deliveries,
    payloadText: row.payload_text,
    resultText: row.result_text,
    attempts: row.attempts.map(toAttempt),
    attemptsTotal: row.attempts_total,
    attemptsPruned: row.attempts_pruned,
    readAt: row.read_at,
  };
}
