import type { Attempt, ClaimerKind, Disposition, Outcome } from './attempt';

/** An attempt as it travels: the thirteen keys of SPEC-0034 REQ-7 in their order, nulls explicit. */
export interface WireAttempt {
  readonly seq: number;
  readonly attempt: number;
  readonly claimer_kind: ClaimerKind;
  readonly claimant: string | null;
  readonly claimed_at: string;
  readonly last_heartbeat_at: string | null;
  readonly ended_at: string | null;
  readonly outcome: Outcome | null;
  readonly disposition: Disposition | null;
  readonly died: boolean;
  readonly summary: string | null;
  readonly summary_truncated: boolean;
  readonly artifact: string | null;
}

/** The one place where an attempt's wire names are spelled: for agents over MCP, and for the human who reads what they will be told. */
export function toWireAttempt(attempt: Attempt): WireAttempt {
  return {
    seq: attempt.seq,
    attempt: attempt.attempt,
    claimer_kind: attempt.claimerKind,
    claimant: attempt.claimant,
    claimed_at: attempt.claimedAt,
    last_heartbeat_at: attempt.lastHeartbeatAt,
    ended_at: attempt.endedAt,
    outcome: attempt.outcome,
    disposition: attempt.disposition,
    died: attempt.died,
    summary: attempt.summary,
    summary_truncated: attempt.summaryTruncated,
    artifact: attempt.artifact,
  };
}
