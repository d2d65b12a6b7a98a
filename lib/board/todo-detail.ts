import type { Db } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { getTodoAsOwner, JSON_SHOWN_CHARACTERS, type OwnedTodo } from '../store/board/get-todo-as-owner';
import { type AttemptLine, attemptLine } from './attempts';
import { found } from './found';
import { type BoardState, boardState, stateLabel } from './states';
import { isTodoId } from './todo-id';
import { type When, when } from './when';

export type ActName = 'release' | 'fail' | 'retry';

/** A text that was cut for the page, and whether it was. */
export interface ShownJson {
  readonly text: string;
  readonly isCut: boolean;
}

/** Everything the todo page and the drawer show; they are one component over this. */
export interface TodoDetail {
  readonly id: string;
  readonly title: string;
  readonly state: BoardState;
  readonly stateLabel: string;
  readonly queue: string;
  readonly endpoint: { readonly id: string; readonly name: string; readonly isRevoked: boolean };
  readonly holder: string | undefined;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly lease:
    | { readonly expires: When; readonly heartbeat: When | undefined; readonly isLapsed: boolean }
    | undefined;
  readonly nextRetry: When | undefined;
  readonly created: When;
  readonly finished: When | undefined;
  readonly source: string | undefined;
  readonly kind: string | undefined;
  readonly assignee: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly deliveries: number;
  readonly payload: ShownJson | undefined;
  readonly result: ShownJson | undefined;
  readonly attempts: readonly AttemptLine[];
  readonly attemptsTotal: number;
  readonly attemptsPruned: number;
  readonly acts: readonly ActName[];
}

/**
 * Reads one todo for its human.
 * @returns undefined when absent or another human's
 */
export async function readTodoDetail(db: Db, scope: OwnerScope, id: string): Promise<TodoDetail | undefined> {
  const owned = isTodoId(id) ? await found(getTodoAsOwner(db, scope, id)) : undefined;
  return owned && toDetail(owned);
}

function toDetail(owned: OwnedTodo): TodoDetail {
  const { todo, readAt } = owned;
  const state = boardState(todo);
  const at = (time: string | null) => (time === null ? undefined : when(time, readAt));
  const open = owned.attempts.find((attempt) => attempt.endedAt === null);
  return {
    id: todo.id,
    title: todo.title,
    state,
    stateLabel: stateLabel(state),
    queue: todo.queue,
    endpoint: { id: todo.endpointId, name: owned.endpointName, isRevoked: owned.endpointRevoked },
    holder: open && (open.claimant ?? todo.owner ?? undefined),
    attempt: todo.attempt,
    maxAttempts: todo.maxAttempts,
    lease:
      todo.leaseExpiresAt === null ? undefined : leaseOf(todo.leaseExpiresAt, open?.lastHeartbeatAt ?? null, readAt),
    nextRetry: at(todo.nextRetryAt),
    created: when(todo.createdAt, readAt),
    finished: at(todo.finishedAt),
    source: todo.source ?? undefined,
    kind: todo.kind ?? undefined,
    assignee: todo.assignee ?? undefined,
    idempotencyKey: owned.idempotencyKey ?? undefined,
    deliveries: owned.deliveries,
    payload: shownJson(owned.payloadText),
    result: shownJson(owned.resultText),
    attempts: owned.attempts.map((attempt) => attemptLine(attempt, readAt)),
    attemptsTotal: owned.attemptsTotal,
    attemptsPruned: owned.attemptsPruned,
    acts: actsOn(state, owned.endpointRevoked),
  };
}

function leaseOf(expiresAt: string, heartbeatAt: string | null, readAt: string): TodoDetail['lease'] {
  return {
    expires: when(expiresAt, readAt),
    heartbeat: heartbeatAt === null ? undefined : when(heartbeatAt, readAt),
    isLapsed: Date.parse(expiresAt) <= Date.parse(readAt),
  };
}

function shownJson(text: string | null): ShownJson | undefined {
  return text === null ? undefined : { text, isCut: text.length >= JSON_SHOWN_CHARACTERS };
}

function actsOn(state: BoardState, isRevoked: boolean): readonly ActName[] {
  if (state === 'claimed') return ['release', 'fail'];
  return (state === 'dead_letter' || state === 'retrying') && !isRevoked ? ['retry'] : [];
}
