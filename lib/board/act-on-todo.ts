import type { Db } from '../db/connection';
import { QueueError } from '../queue/errors';
import type { OwnerScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { failTodoAsOwner } from '../store/board/fail-todo-as-owner';
import { getTodoAsOwner } from '../store/board/get-todo-as-owner';
import { releaseTodoAsOwner } from '../store/board/release-todo-as-owner';
import { retryTodoAsOwner } from '../store/board/retry-todo-as-owner';
import { found } from './found';
import { boardState } from './states';
import type { ActName } from './todo-detail';
import { isTodoId } from './todo-id';

/** What a human is told after an act: `done`, or `refused` with nothing changed. */
export interface ActAnswer {
  readonly kind: 'done' | 'refused';
  readonly text: string;
}

/** An act as a page sent it, bound to the number of attempts which that page showed. */
export interface Act {
  readonly name: ActName;
  readonly id: string;
  readonly attemptsSeen: number;
}

const ACT_NAMES: readonly ActName[] = ['release', 'fail', 'retry'];
const ABSENT: ActAnswer = { kind: 'refused', text: 'There is no such todo.' };
const STALE = 'Nothing was changed: the todo had moved on since this page was shown. This is how it stands now.';

/** Reads an act out of a form; undefined for what no page of ours sends. */
export function parseAct(form: FormData): Act | undefined {
  const [act, id, seen] = [form.get('act'), form.get('id'), form.get('attempts_seen')];
  const name = ACT_NAMES.find((known) => known === act);
  const isWhole = typeof seen === 'string' && /^\d{1,9}$/.test(seen);
  return name && typeof id === 'string' && isWhole ? { name, id, attemptsSeen: Number(seen) } : undefined;
}

/** Carries an act out, once. A stale one changes nothing and says so; a foreign todo reads like an absent one. */
export async function actOnTodo(db: Db, scope: OwnerScope, act: Act): Promise<ActAnswer> {
  if (!isTodoId(act.id)) return ABSENT;
  try {
    return { kind: 'done', text: await carryOut(db, scope, act) };
  } catch (error) {
    if (!(error instanceof QueueError)) throw error;
    if (error.code === 'not_found') return ABSENT;
    if (error.code === 'conflict') return { kind: 'refused', text: await whyRefused(db, scope, act) };
    throw error;
  }
}

async function carryOut(db: Db, scope: OwnerScope, { name, id, attemptsSeen }: Act): Promise<string> {
  if (name === 'release') {
    await releaseTodoAsOwner(db, scope, { id, attemptSeq: attemptsSeen });
    return `Released: attempt ${attemptsSeen} has ended and the todo is pending again.`;
  }
  if (name === 'fail') {
    const todo = await failTodoAsOwner(db, scope, { id, attemptSeq: attemptsSeen });
    return `Failed: attempt ${attemptsSeen} has ended and the todo ${isRetrying(todo) ? 'waits for its retry' : 'is a dead letter'}.`;
  }
  await retryTodoAsOwner(db, scope, { id, attemptsTotal: attemptsSeen });
  return 'Retried: the todo is pending again, with its history kept.';
}

/** A retry can be refused although the page was right: a newer live todo holds the key, or the endpoint is revoked. */
async function whyRefused(db: Db, scope: OwnerScope, act: Act): Promise<string> {
  if (act.name !== 'retry') return STALE;
  const owned = await found(getTodoAsOwner(db, scope, act.id));
  if (owned?.todo.state !== 'failed' || owned.attemptsTotal !== act.attemptsSeen) return STALE;
  return owned.endpointRevoked
    ? 'Nothing was changed: the endpoint of this todo is revoked, so no agent could take it.'
    : `Nothing was changed: a newer live todo holds the key ${owned.idempotencyKey ?? ''}, and a key belongs to one live todo.`;
}

function isRetrying(todo: CompactTodo): boolean {
  return boardState(todo) === 'retrying';
}
