export const OUTCOMES = ['completed', 'failed', 'released', 'lease_expired', 'reaped', 'canceled', 'revoked'] as const;

export type Outcome = (typeof OUTCOMES)[number];

export const DISPOSITIONS = ['done', 'retry_scheduled', 'dead_lettered', 'requeued', 'canceled'] as const;

export type Disposition = (typeof DISPOSITIONS)[number];

export const CLAIMER_KINDS = ['endpoint', 'owner'] as const;

export type ClaimerKind = (typeof CLAIMER_KINDS)[number];

/** One attempt as a reader sees it: the thirteen fields of SPEC-0034 REQ-7 and nothing that identifies a session or a token. */
export interface Attempt {
  readonly seq: number;
  readonly attempt: number;
  readonly claimerKind: ClaimerKind;
  readonly claimant: string | null;
  readonly claimedAt: string;
  readonly lastHeartbeatAt: string | null;
  readonly endedAt: string | null;
  readonly outcome: Outcome | null;
  readonly disposition: Disposition | null;
  readonly died: boolean;
  readonly summary: string | null;
  readonly summaryTruncated: boolean;
  readonly artifact: string | null;
}

const DEATHS: ReadonlySet<Outcome> = new Set(['lease_expired', 'reaped']);

/** True exactly when the lease lapsed with no report (SPEC-0034 REQ-4). */
export function hasDied(outcome: Outcome | null): boolean {
  return outcome !== null && DEATHS.has(outcome);
}

/** How many closed attempts a claim hands to the next worker (SPEC-0034 REQ-7). */
export const PRIOR_ATTEMPTS_MAX = 5;

/** Bounds of get_todo's `attempts_limit` (SPEC-0034 REQ-8). */
export const ATTEMPTS_LIMIT_DEFAULT = 20;
export const ATTEMPTS_LIMIT_MAX = 50;
