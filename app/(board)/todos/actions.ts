'use server';

import { refresh } from 'next/cache';
import { type ActAnswer, actOnTodo, parseAct } from '@/lib/board/act-on-todo';
import { type BulkAnswer, ledgerHrefOf, parseBulkOrder, startBulk } from '@/lib/board/bulk';
import { type CreateAnswer, createFromForm } from '@/lib/board/create-todo';
import { beginAct, REFUSED } from '../../_act';

/** One act on one todo, as the form of the todo sends it. */
export async function submitAct(_before: ActAnswer | undefined, form: FormData): Promise<ActAnswer> {
  const act = parseAct(form);
  const begun = await beginAct(act ? `/todos/${encodeURIComponent(act.id)}` : '/todos');
  if (!act || !begun) return REFUSED;
  const answer = await actOnTodo(begun.runtime.db, begun.scope, act);
  refresh();
  return answer;
}

/** Retries or releases many todos, as the list's form asks for. */
export async function submitBulk(_before: BulkAnswer | undefined, form: FormData): Promise<BulkAnswer> {
  const order = parseBulkOrder(form);
  const begun = await beginAct(ledgerHrefOf(form));
  if (!order || !begun) return { ...REFUSED, isRunning: false };
  if ('text' in order) return order;
  const answer = await startBulk(begun.runtime.db, begun.scope, order);
  refresh();
  return answer;
}

/** Creates a todo by hand. */
export async function submitCreate(_before: CreateAnswer | undefined, form: FormData): Promise<CreateAnswer> {
  const begun = await beginAct('/todos');
  if (!begun) return REFUSED;
  const answer = await createFromForm(begun.runtime.db, begun.scope, form);
  refresh();
  return answer;
}
