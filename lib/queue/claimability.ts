import type { TodoState } from './todo';

/** What decides whether a todo can be claimed now. Whatever depends on time was decided by the database's clock. */
export interface ClaimFacts {
  readonly state: TodoState;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly leaseExpiresAt: string | null;
  readonly leaseLapsed: boolean;
  readonly nextRetryAt: string | null;
  readonly retryDue: boolean;
  readonly assignee: string | null;
  /** Whether the assignee is the very agent of the todo's endpoint. */
  readonly assignedToAgent: boolean;
  readonly endpoint: {
    readonly revokedAt: string | null;
    readonly expiredAt: string | null;
    readonly humanDisabled: boolean;
    readonly drainsQueue: boolean;
    readonly mayClaim: boolean;
    readonly lastSeenAt: string | null;
    /** Seconds since its last call, or since it was vended when there was none. */
    readonly quietSeconds: number;
  };
}

/** One reason why a todo is not being claimed. */
export type Obstacle =
  | { readonly code: 'done' | 'canceled' | 'rejected' | 'interrupted' | 'human_disabled' }
  | { readonly code: 'dead_letter'; readonly attempt: number; readonly maxAttempts: number }
  | { readonly code: 'endpoint_revoked'; readonly at: string }
  | { readonly code: 'endpoint_expired'; readonly at: string }
  | { readonly code: 'claimed'; readonly until: string }
  | { readonly code: 'lapsed_at_cap'; readonly since: string }
  | { readonly code: 'backoff'; readonly until: string }
  | { readonly code: 'queue_not_drained' | 'claim_not_granted' }
  | { readonly code: 'assigned'; readonly to: string }
  | { readonly code: 'no_call'; readonly since: string | null; readonly quietSeconds: number };

/** Whether a claim would succeed now, and what stands in the way, the first to be removed first. */
export interface Claimability {
  readonly claimable: boolean;
  readonly obstacles: readonly Obstacle[];
}

/** An endpoint that has not called for this long is worth a word: a worker that waits calls more often. */
export const QUIET_SECONDS = 300;

/**
 * Why a todo is not claimable, or is not claimed although it is. What has ended needs no further reason; otherwise every reason
 * is told, those of the credential before those of the todo, because without it nothing else helps.
 */
export function claimability(facts: ClaimFacts): Claimability {
  const ended = endOf(facts);
  if (ended) {
    const revoked = revocationOf(facts);
    return { claimable: false, obstacles: ended.code === 'dead_letter' && revoked ? [revoked, ended] : [ended] };
  }
  const blocking = [...credentialObstacles(facts), ...todoObstacles(facts)];
  const quiet = quietOf(facts);
  return { claimable: blocking.length === 0, obstacles: quiet ? [...blocking, quiet] : blocking };
}

function endOf({ state, nextRetryAt, attempt, maxAttempts }: ClaimFacts): Obstacle | undefined {
  if (state === 'done' || state === 'canceled' || state === 'rejected') return { code: state };
  return state === 'failed' && nextRetryAt === null ? { code: 'dead_letter', attempt, maxAttempts } : undefined;
}

function revocationOf({ endpoint }: ClaimFacts): Obstacle | undefined {
  return endpoint.revokedAt === null ? undefined : { code: 'endpoint_revoked', at: endpoint.revokedAt };
}

function credentialObstacles(facts: ClaimFacts): Obstacle[] {
  const { endpoint } = facts;
  const revoked = revocationOf(facts);
  return [
    ...(endpoint.humanDisabled ? [{ code: 'human_disabled' } as const] : []),
    ...(revoked ? [revoked] : []),
    ...(endpoint.expiredAt === null ? [] : [{ code: 'endpoint_expired', at: endpoint.expiredAt } as const]),
    ...(endpoint.drainsQueue ? [] : [{ code: 'queue_not_drained' } as const]),
    ...(endpoint.mayClaim ? [] : [{ code: 'claim_not_granted' } as const]),
  ];
}

function todoObstacles(facts: ClaimFacts): Obstacle[] {
  const held = holdOf(facts);
  const { assignee, assignedToAgent } = facts;
  return [
    ...(held ? [held] : []),
    ...(assignee === null || assignedToAgent ? [] : [{ code: 'assigned', to: assignee } as const]),
  ];
}

function holdOf(facts: ClaimFacts): Obstacle | undefined {
  const { state, leaseExpiresAt, leaseLapsed, nextRetryAt, retryDue } = facts;
  if (state === 'input-required' || state === 'auth-required') return { code: 'interrupted' };
  if (state === 'claimed' && leaseExpiresAt !== null) {
    if (!leaseLapsed) return { code: 'claimed', until: leaseExpiresAt };
    return facts.attempt >= facts.maxAttempts ? { code: 'lapsed_at_cap', since: leaseExpiresAt } : undefined;
  }
  return state === 'failed' && nextRetryAt !== null && !retryDue ? { code: 'backoff', until: nextRetryAt } : undefined;
}

/** A worker that holds the todo need not call for others; a dead credential cannot. */
function quietOf(facts: ClaimFacts): Obstacle | undefined {
  const { lastSeenAt, quietSeconds } = facts.endpoint;
  const isOver = credentialObstacles(facts).length > 0 || holdOf(facts)?.code === 'claimed';
  return isOver || quietSeconds < QUIET_SECONDS ? undefined : { code: 'no_call', since: lastSeenAt, quietSeconds };
}
