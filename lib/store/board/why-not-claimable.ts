import type { Db } from '../../db/connection';
import { type Claimability, type ClaimFacts, claimability } from '../../queue/claimability';
import { notFound } from '../../queue/errors';
import type { OwnerScope } from '../../queue/scope';
import type { TodoState } from '../../queue/todo';
import { isGranted } from '../../queue/verbs';
import { ownedBy } from '../owned-by';
import { runVerb } from '../run-verb';

interface FactsRow {
  state: TodoState;
  attempt: number;
  max_attempts: number;
  lease_expires_at: string | null;
  lease_lapsed: boolean;
  next_retry_at: string | null;
  retry_due: boolean;
  assignee: string | null;
  assigned_to_agent: boolean;
  revoked_at: string | null;
  expired_at: string | null;
  human_disabled: boolean;
  drains_queue: boolean;
  verbs: string[];
  last_seen_at: string | null;
  quiet_seconds: number;
}

/**
 * Why a todo of the human's is not being claimed, in order, by the database's clock. It names no claimant and nothing that an
 * agent wrote, so that the operator may be told it too (SPEC-0034 REQ-10); {@link explain} puts it in words.
 * @throws QueueError `not_found` when absent or another human's
 */
export async function whyNotClaimable(db: Db, scope: OwnerScope, id: string): Promise<Claimability> {
  const [row] = await runVerb(
    db,
    'why',
    id,
    () => db.sql<FactsRow[]>`
      select t.state, t.attempt, t.max_attempts, t.lease_expires_at, t.next_retry_at, t.assignee,
        coalesce(t.lease_expires_at < now(), false) as lease_lapsed,
        coalesce(t.next_retry_at <= now(), false) as retry_due,
        coalesce(t.assignee = 'agent:' || n.agent_id, false) as assigned_to_agent,
        n.revoked_at, case when n.expires_at <= now() then n.expires_at end as expired_at,
        h.disabled_at is not null as human_disabled, t.queue = any(n.queues) as drains_queue, n.verbs, n.last_seen_at,
        extract(epoch from now() - coalesce(n.last_seen_at, n.created_at))::float8 as quiet_seconds
      from todos t
      join endpoints n on n.id = t.endpoint_id
      join humans h on h.id = n.human_id
      where t.id = ${id}
        and ${ownedBy(db.sql, scope)}`,
  );
  if (!row) throw notFound('why', id);
  return claimability(toFacts(row));
}

function toFacts(row: FactsRow): ClaimFacts {
  return {
    state: row.state,
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    leaseExpiresAt: row.lease_expires_at,
    leaseLapsed: row.lease_lapsed,
    nextRetryAt: row.next_retry_at,
    retryDue: row.retry_due,
    assignee: row.assignee,
    assignedToAgent: row.assigned_to_agent,
    endpoint: {
      revokedAt: row.revoked_at,
      expiredAt: row.expired_at,
      humanDisabled: row.human_disabled,
      drainsQueue: row.drains_queue,
      mayClaim: isGranted(row.verbs, 'claim') || isGranted(row.verbs, 'claim_next'),
      lastSeenAt: row.last_seen_at,
      quietSeconds: row.quiet_seconds,
    },
  };
}
