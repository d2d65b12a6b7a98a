import type { OwnerScope } from '../queue/scope';
import type { OwnedTodo } from '../store/board/get-todo-as-owner';
import { boardState } from './states';

/** What a human can do to one todo, in the order of the buttons. */
export const ACT_NAMES = ['claim', 'complete', 'extend', 'release', 'fail', 'retry'] as const;

export type ActName = (typeof ACT_NAMES)[number];

/** Whether the open attempt is one that this human claimed. */
export function isHeldBy({ todo, attempts }: OwnedTodo, scope: OwnerScope): boolean {
  const open = attempts.find((attempt) => attempt.endedAt === null);
  return open?.claimerKind === 'owner' && todo.owner === scope.owner;
}

/** What this human may do to a todo as it stands. Completing and extending are for one's own attempt (SPEC-0003 R3). */
export function actsOn(owned: OwnedTodo, scope: OwnerScope): readonly ActName[] {
  const { todo, readAt } = owned;
  const state = boardState(todo);
  const hasPassed = (at: string | null) => at !== null && Date.parse(at) <= Date.parse(readAt);
  const mayClaim = todo.assignee === null || todo.assignee === scope.owner;
  if (state === 'pending') return mayClaim ? ['claim'] : [];
  if (state === 'claimed') {
    if (isHeldBy(owned, scope)) return ['complete', 'extend', 'release', 'fail'];
    const isLapsed = hasPassed(todo.leaseExpiresAt) && todo.attempt < todo.maxAttempts;
    return isLapsed && mayClaim ? ['claim', 'release', 'fail'] : ['release', 'fail'];
  }
  if ((state !== 'dead_letter' && state !== 'retrying') || owned.endpointRevoked) return [];
  return state === 'retrying' && hasPassed(todo.nextRetryAt) && mayClaim ? ['claim', 'retry'] : ['retry'];
}
