import type { Disposition, Outcome } from './attempt';
import type { TodoState } from './todo';

/** One row of the lifecycle: what a transition demands, what it makes, and how it closes the attempt (SPEC-0003 R1, SPEC-0034 REQ-3). */
export interface Transition {
  readonly from: readonly TodoState[];
  readonly to: TodoState;
  readonly closes?: { readonly outcome: Outcome; readonly disposition: Disposition };
  readonly opens?: true;
}

/** Every transition there is; whatever is not here is refused. `retrying` and `dead letter` are the two halves of failed. */
export const TRANSITIONS = {
  create: { from: [], to: 'pending' },
  claim: { from: ['pending'], to: 'claimed', opens: true },
  claimDueRetry: { from: ['failed'], to: 'claimed', opens: true },
  takeOver: {
    from: ['claimed'],
    to: 'claimed',
    closes: { outcome: 'lease_expired', disposition: 'requeued' },
    opens: true,
  },
  heartbeat: { from: ['claimed'], to: 'claimed' },
  complete: { from: ['claimed'], to: 'done', closes: { outcome: 'completed', disposition: 'done' } },
  failBelowCap: { from: ['claimed'], to: 'failed', closes: { outcome: 'failed', disposition: 'retry_scheduled' } },
  failAtCap: { from: ['claimed'], to: 'failed', closes: { outcome: 'failed', disposition: 'dead_lettered' } },
  release: { from: ['claimed'], to: 'pending', closes: { outcome: 'released', disposition: 'requeued' } },
  reapBelowCap: { from: ['claimed'], to: 'pending', closes: { outcome: 'reaped', disposition: 'requeued' } },
  reapAtCap: { from: ['claimed'], to: 'failed', closes: { outcome: 'reaped', disposition: 'dead_lettered' } },
  requeueDueRetry: { from: ['failed'], to: 'pending' },
  retry: { from: ['failed'], to: 'pending' },
  interrupt: { from: ['claimed'], to: 'input-required' },
  resume: { from: ['input-required', 'auth-required'], to: 'claimed' },
  cancel: {
    from: ['pending', 'claimed', 'failed', 'input-required', 'auth-required'],
    to: 'canceled',
    closes: { outcome: 'canceled', disposition: 'canceled' },
  },
  reject: { from: ['pending'], to: 'rejected' },
  revoke: {
    from: ['pending', 'claimed', 'failed', 'input-required', 'auth-required'],
    to: 'failed',
    closes: { outcome: 'revoked', disposition: 'dead_lettered' },
  },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof TRANSITIONS;
