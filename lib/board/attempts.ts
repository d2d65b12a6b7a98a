import type { Attempt, Disposition, Outcome } from '../queue/attempt';
import { hasDied } from '../queue/attempt';
import { isHttpsUrl } from '../queue/report';
import { duration, type When, when } from './when';

/** One attempt as the drawer lists it (SPEC-0034 REQ-13). All text is from agents and is rendered as text. */
export interface AttemptLine {
  readonly seq: number;
  /** Which try since the last manual retry. */
  readonly attempt: number;
  readonly outcome: string;
  readonly tone: AttemptTone;
  readonly died: boolean;
  readonly disposition: string | undefined;
  readonly claimant: string | undefined;
  readonly byHuman: boolean;
  readonly claimed: When;
  readonly heartbeat: When | undefined;
  readonly ended: When | undefined;
  readonly ran: string | undefined;
  readonly summary: string | undefined;
  readonly summaryTruncated: boolean;
  readonly artifact: { readonly text: string; readonly href: string | undefined } | undefined;
}

/** How an attempt looks in a row of marks: died and failed differ in shape, not in colour alone. */
export type AttemptTone = 'open' | 'done' | 'failed' | 'died' | 'other';

const DISPOSITIONS: Readonly<Record<Disposition, string>> = {
  done: 'done',
  retry_scheduled: 'retry scheduled',
  dead_lettered: 'dead-lettered',
  requeued: 'requeued',
  canceled: 'canceled',
};

export function attemptLine(attempt: Attempt, readAt: string): AttemptLine {
  const { endedAt, lastHeartbeatAt, disposition, artifact } = attempt;
  return {
    seq: attempt.seq,
    attempt: attempt.attempt,
    outcome: outcomeWord(attempt.outcome),
    tone: attemptTone(attempt.outcome),
    died: attempt.died,
    disposition: disposition === null ? undefined : DISPOSITIONS[disposition],
    claimant: attempt.claimant ?? undefined,
    byHuman: attempt.claimerKind === 'owner',
    claimed: when(attempt.claimedAt, readAt),
    heartbeat: lastHeartbeatAt === null ? undefined : when(lastHeartbeatAt, readAt),
    ended: endedAt === null ? undefined : when(endedAt, readAt),
    ran: endedAt === null ? undefined : duration(attempt.claimedAt, endedAt),
    summary: attempt.summary ?? undefined,
    summaryTruncated: attempt.summaryTruncated,
    artifact: artifact === null ? undefined : { text: artifact, href: isHttpsUrl(artifact) ? artifact : undefined },
  };
}

/** How an attempt ended, as a word; `open` while it has not. */
export function outcomeWord(outcome: Outcome | null): string {
  if (outcome === null) return 'open';
  return outcome === 'lease_expired' ? 'lease expired' : outcome;
}

export function attemptTone(outcome: Outcome | null): AttemptTone {
  if (outcome === null) return 'open';
  if (hasDied(outcome)) return 'died';
  if (outcome === 'completed') return 'done';
  return outcome === 'failed' ? 'failed' : 'other';
}

/** What a row of marks says to those who do not see it: `4 attempts: failed, died, died, open`. */
export function attemptsInWords(outcomes: readonly (Outcome | null)[], total: number): string {
  const words = outcomes.map((outcome) => (hasDied(outcome) ? 'died' : outcomeWord(outcome))).join(', ');
  const count = total === 1 ? '1 attempt' : `${total} attempts`;
  return outcomes.length < total ? `${count}, the last ${outcomes.length}: ${words}` : `${count}: ${words}`;
}
