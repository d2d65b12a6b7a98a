import type { Db, PoolDb } from '../db/connection';
import { QueueError } from '../queue/errors';
import type { OwnerScope } from '../queue/scope';
import type { CompactTodo } from '../queue/todo';
import { claimTodoAsOwner } from '../store/board/claim-todo-as-owner';
import { completeTodoAsOwner } from '../store/board/complete-todo-as-owner';
import { extendLeaseAsOwner } from '../store/board/extend-lease-as-owner';
import { failTodoAsOwner } from '../store/board/fail-todo-as-owner';
import { getTodoAsOwner } from '../store/board/get-todo-as-owner';
import { actRecorded } from '../store/board/record-act';
import { releaseTodoAsOwner } from '../store/board/release-todo-as-owner';
import { retryTodoAsOwner } from '../store/board/retry-todo-as-owner';
import { ACT_NAMES, type ActName } from './acts';
import { textOf } from './form';
import { found } from './found';
import { boardState } from './states';
import { isTodoId } from './todo-id';
import { when } from './when';

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
  /** What the human says of their own attempt, for whoever claims next. */
  readonly summary: string | undefined;
}

/** How long a human holds a todo by one Claim or Extend: people work more slowly than agents and send no heartbeats. */
export const HUMAN_LEASE_SECONDS = 3_600;

const ABSENT: ActAnswer = { kind: 'refused', text: 'There is no such todo.' };
const STALE = 'Nothing was changed: the todo had moved on since this page was shown. This is how it stands now.';

/** Reads an act out of a form; undefined for what no page of ours sends. */
export function parseAct(form: FormData): Act | undefined {
  const [act, id, seen] = [form.get('act'), form.get('id'), form.get('attempts_seen')];
  const name = ACT_NAMES.find((known) => known === act);
  const isWhole = typeof seen === 'string' && /^\d{1,9}$/.test(seen);
  const summary = textOf(form, 'summary').trim() || undefined;
  return name && typeof id === 'string' && isWhole ? { name, id, attemptsSeen: Number(seen), summary } : undefined;
}

/** Carries an act out, once, and notes it. A stale one changes nothing and says so; a foreign todo reads like an absent one. */
export async function actOnTodo(db: PoolDb, scope: OwnerScope, act: Act): Promise<ActAnswer> {
  if (!isTodoId(act.id)) return ABSENT;
  try {
    const target = { todoId: act.id, ...(act.attemptsSeen > 0 && { attemptSeq: act.attemptsSeen }) };
    const text = await actRecorded(
      db,
      scope,
      act.name,
      (tx) => carryOut(tx, scope, act),
      () => target,
    );
    return { kind: 'done', text };
  } catch (error) {
    if (!(error instanceof QueueError)) throw error;
    if (error.code === 'not_found') return ABSENT;
    if (error.code === 'conflict') return { kind: 'refused', text: await whyRefused(db, scope, act) };
    throw error;
  }
}

async function carryOut(db: Db, scope: OwnerScope, act: Act): Promise<string> {
  const { id, attemptsSeen, summary } = act;
  const shown = { id, attemptSeq: attemptsSeen };
  switch (act.name) {
    case 'claim': {
      const lease = { id, attemptsTotal: attemptsSeen, leaseTtlSeconds: HUMAN_LEASE_SECONDS };
      const todo = await claimTodoAsOwner(db, scope, lease);
      return `Claimed: attempt ${todo.attemptSeq} is yours ${until(todo)}.`;
    }
    case 'extend': {
      const todo = await extendLeaseAsOwner(db, scope, { ...shown, leaseTtlSeconds: HUMAN_LEASE_SECONDS });
      return `Extended: attempt ${attemptsSeen} is yours ${until(todo)}.`;
    }
    case 'complete':
      await completeTodoAsOwner(db, scope, { ...shown, summary });
      return `Completed: attempt ${attemptsSeen} has ended and the todo is done.`;
    case 'release':
      await releaseTodoAsOwner(db, scope, { ...shown, summary });
      return `Released: attempt ${attemptsSeen} has ended and the todo is pending again.`;
    case 'fail': {
      const todo = await failTodoAsOwner(db, scope, { ...shown, summary });
      const isRetrying = boardState(todo) === 'retrying';
      return `Failed: attempt ${attemptsSeen} has ended and the todo ${isRetrying ? 'waits for its retry' : 'is a dead letter'}.`;
    }
    case 'retry':
      await retryTodoAsOwner(db, scope, { id, attemptsTotal: attemptsSeen });
      return 'Retried: the todo is pending again, with its history kept.';
  }
}

function until({ leaseExpiresAt }: CompactTodo): string {
  return leaseExpiresAt === null ? 'now' : `until ${when(leaseExpiresAt, leaseExpiresAt).full}`;
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
