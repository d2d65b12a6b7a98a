import type { Disposition, Outcome } from './attempt';
import type { TransitionName } from './transitions';

export type DeadLetterCause = 'failed' | 'reaped' | 'revoked';

/** The attempt that a transition closed; `summary` and `artifact` are for the dead-letter hook and never for logs (SPEC-0034 REQ-15). */
export interface ClosedAttempt {
  readonly seq: number;
  readonly outcome: Outcome;
  readonly disposition: Disposition;
  readonly died: boolean;
  readonly summary: string | null;
  readonly artifact: string | null;
  readonly durationSeconds: number;
}

/** One committed transition of one todo: what metrics, doorbell, hooks and the transition log are told after commit. */
export interface TodoEvent {
  readonly transition: TransitionName | 'deduplicate';
  readonly todoId: string;
  readonly endpointId: string;
  readonly queue: string;
  /** The todo has just become claimable: someone may be woken for it. */
  readonly ready: boolean;
  /** How the todo arrived, on create. */
  readonly source?: string | undefined;
  /** Seconds from becoming claimable to the claim. */
  readonly waitSeconds?: number | undefined;
  readonly closed?: ClosedAttempt | undefined;
  readonly deadLetter?: { readonly cause: DeadLetterCause; readonly attemptsTotal: number } | undefined;
}
