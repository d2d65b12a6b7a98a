import type { Attempt, ClaimerKind, Disposition, Outcome } from '../queue/attempt';
import { hasDied } from '../queue/attempt';
import type { ClosedAttempt, TodoEvent } from '../queue/events';
import type { CompactTodo, FullTodo, TodoState } from '../queue/todo';

/** The columns of a compact todo as a statement returns them. */
export interface CompactRow {
  id: string;
  endpoint_id: string;
  queue: string;
  title: string;
  kind: string | null;
  source: string | null;
  state: TodoState;
  owner: string | null;
  assignee: string | null;
  lease_expires_at: string | null;
  attempt: number;
  max_attempts: number;
  next_retry_at: string | null;
  created_at: string;
  finished_at: string | null;
  payload_size: number;
}

export interface FullRow extends CompactRow {
  payload_text: string | null;
  routing_text: string | null;
}

/** What every statement that closes an attempt returns beside its todo. */
export interface ClosedRow {
  closed_seq: number | null;
  closed_outcome: Outcome | null;
  closed_disposition: Disposition | null;
  closed_summary: string | null;
  closed_artifact: string | null;
  closed_seconds: number | null;
}

export interface AttemptRow {
  seq: number;
  attempt: number;
  claimer_kind: ClaimerKind;
  claimant: string | null;
  claimed_at: string;
  last_heartbeat_at: string | null;
  ended_at: string | null;
  outcome: Outcome | null;
  disposition: Disposition | null;
  summary: string | null;
  summary_truncated: boolean;
  artifact: string | null;
}

export function toCompactTodo(row: CompactRow): CompactTodo {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    queue: row.queue,
    title: row.title,
    kind: row.kind,
    source: row.source,
    state: row.state,
    owner: row.owner,
    assignee: row.assignee,
    leaseExpiresAt: row.lease_expires_at,
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    nextRetryAt: row.next_retry_at,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    payloadSize: row.payload_size,
  };
}

export function toFullTodo(row: FullRow): FullTodo {
  return { ...toCompactTodo(row), payloadText: row.payload_text, routingText: row.routing_text };
}

/** An attempt as readers see it, with `died` derived (SPEC-0034 REQ-4). */
export function toAttempt(row: AttemptRow): Attempt {
  return {
    seq: row.seq,
    attempt: row.attempt,
    claimerKind: row.claimer_kind,
    claimant: row.claimant,
    claimedAt: inZulu(row.claimed_at),
    lastHeartbeatAt: row.last_heartbeat_at && inZulu(row.last_heartbeat_at),
    endedAt: row.ended_at && inZulu(row.ended_at),
    outcome: row.outcome,
    disposition: row.disposition,
    died: hasDied(row.outcome),
    summary: row.summary,
    summaryTruncated: row.summary_truncated,
    artifact: row.artifact,
  };
}

/** Attempts read as one JSON column spell UTC as +00:00; everywhere else it is Z. */
function inZulu(time: string): string {
  return time.replace(/\+00:00$/, 'Z');
}

/** The attempt a statement closed, or undefined when it closed none. */
export function toClosedAttempt(row: Partial<ClosedRow>): ClosedAttempt | undefined {
  if (!row.closed_seq || !row.closed_outcome || !row.closed_disposition) return undefined;
  return {
    seq: row.closed_seq,
    outcome: row.closed_outcome,
    disposition: row.closed_disposition,
    died: hasDied(row.closed_outcome),
    summary: row.closed_summary ?? null,
    artifact: row.closed_artifact ?? null,
    durationSeconds: row.closed_seconds ?? 0,
  };
}

/** The part of an event that every transition of a row shares. */
export function eventOf(
  row: Pick<CompactRow, 'id' | 'endpoint_id' | 'queue'>,
): Pick<TodoEvent, 'todoId' | 'endpointId' | 'queue'> {
  return { todoId: row.id, endpointId: row.endpoint_id, queue: row.queue };
}
