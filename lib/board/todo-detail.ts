import type { Db } from '../db/connection';
import type { Claimability } from '../queue/claimability';
import { CLAIMABLE_IN_WORDS, type Explanation, explain } from '../queue/claimability-words';
import type { OwnerScope } from '../queue/scope';
import { getTodoAsOwner, JSON_SHOWN_CHARACTERS, type OwnedTodo } from '../store/board/get-todo-as-owner';
import { whyNotClaimable } from '../store/board/why-not-claimable';
import { type ActName, actsOn, isHeldBy } from './acts';
import { type AttemptLine, attemptLine } from './attempts';
import { found } from './found';
import { type NextBriefing, nextBriefing } from './prior-attempts';
import { queueHref } from './queue-href';
import { type BoardState, boardState, stateLabel } from './states';
import { isTodoId } from './todo-id';
import { type When, when } from './when';

/** A text that was cut for the page, and whether it was. */
export interface ShownJson {
  readonly text: string;
  readonly isCut: boolean;
}

/** Why a todo stands still: one sentence, with a time in it or not, and the remedy. */
export interface Reason {
  readonly code: Explanation['code'];
  readonly before: string;
  readonly at: When | undefined;
  readonly after: string;
  readonly remedy: string;
}

/** Everything the todo page and the drawer show; they are one component over this. */
export interface TodoDetail {
  readonly id: string;
  readonly title: string;
  readonly state: BoardState;
  readonly stateLabel: string;
  readonly queue: string;
  readonly queueHref: string;
  readonly endpoint: { readonly id: string; readonly name: string; readonly isRevoked: boolean };
  readonly holder: string | undefined;
  /** The open attempt is one that the reader claimed here. */
  readonly isMine: boolean;
  readonly why: { readonly isClaimable: boolean; readonly headline: string; readonly reasons: readonly Reason[] };
  readonly briefing: NextBriefing;
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
  if (!isTodoId(id)) return undefined;
  const [owned, why] = await Promise.all([found(getTodoAsOwner(db, scope, id)), found(whyNotClaimable(db, scope, id))]);
  return owned && why && toDetail(owned, why, scope);
}

function toDetail(owned: OwnedTodo, why: Claimability, scope: OwnerScope): TodoDetail {
  const { todo, readAt } = owned;
  const state = boardState(todo);
  const at = (time: string | null) => (time === null ? undefined : when(time, readAt));
  const isMine = isHeldBy(owned, scope);
  const holder = holderOf(owned, isMine);
  return {
    id: todo.id,
    title: todo.title,
    state,
    stateLabel: stateLabel(state),
    queue: todo.queue,
    queueHref: queueHref(todo.queue),
    endpoint: { id: todo.endpointId, name: owned.endpointName, isRevoked: owned.endpointRevoked },
    holder,
    isMine,
    why: {
      isClaimable: why.claimable,
      headline: why.claimable ? CLAIMABLE_IN_WORDS : 'It is not claimable now.',
      reasons: explain(why, holder).map(({ code, parts, remedy }) => ({
        code,
        ...parts,
        at: at(parts.at ?? null),
        remedy,
      })),
    },
    briefing: nextBriefing(owned.attempts),
    attempt: todo.attempt,
    maxAttempts: todo.maxAttempts,
    lease: todo.leaseExpiresAt === null ? undefined : leaseOf(owned, todo.leaseExpiresAt),
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
    acts: actsOn(owned, scope),
  };
}

function holderOf({ todo, attempts }: OwnedTodo, isMine: boolean): string | undefined {
  const open = attempts.find((attempt) => attempt.endedAt === null);
  if (!open) return undefined;
  return isMine ? 'you, on the Board' : (open.claimant ?? todo.owner ?? undefined);
}

function leaseOf({ attempts, readAt }: OwnedTodo, expiresAt: string): TodoDetail['lease'] {
  const heartbeatAt = attempts.find((attempt) => attempt.endedAt === null)?.lastHeartbeatAt ?? null;
  return {
    expires: when(expiresAt, readAt),
    heartbeat: heartbeatAt === null ? undefined : when(heartbeatAt, readAt),
    isLapsed: Date.parse(expiresAt) <= Date.parse(readAt),
  };
}

function shownJson(text: string | null): ShownJson | undefined {
  return text === null ? undefined : { text, isCut: text.length >= JSON_SHOWN_CHARACTERS };
}
