'use server';

import { refresh } from 'next/cache';
import { type ActAnswer, actOnTodo, parseAct } from '@/lib/board/act-on-todo';
import { beginAct, REFUSED } from '../../_act';

/** Release, Fail or Retry, as the form of a todo sends it. */
export async function submitAct(_before: ActAnswer | undefined, form: FormData): Promise<ActAnswer> {
  const act = parseAct(form);
  const begun = await beginAct(act ? `/todos/${encodeURIComponent(act.id)}` : '/todos');
  if (!act || !begun) return REFUSED;
  const answer = await actOnTodo(begun.runtime.db, begun.scope, act);
  refresh();
  return answer;
}
