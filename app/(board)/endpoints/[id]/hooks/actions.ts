'use server';

import { refresh } from 'next/cache';
import type { ActAnswer } from '@/lib/board/act-on-todo';
import { textOf } from '@/lib/board/form';
import { deleteHookAsOwner, type HookAnswer, registerFromForm } from '@/lib/board/hooks';
import { beginAct, REFUSED } from '../../../../_act';

/** Registers a hook; the answer to this one post is the only place its secret ever stands. */
export async function submitHook(_before: HookAnswer | undefined, form: FormData): Promise<HookAnswer> {
  const begun = await beginAct(`/endpoints/${encodeURIComponent(textOf(form, 'id'))}/hooks`);
  if (!begun) return REFUSED;
  const { db, config } = begun.runtime;
  const answer = await registerFromForm(db, begun.scope, form, config);
  refresh();
  return answer;
}

/** Deletes a hook. */
export async function submitDeleteHook(_before: ActAnswer | undefined, form: FormData): Promise<ActAnswer> {
  const begun = await beginAct(`/endpoints/${encodeURIComponent(textOf(form, 'id'))}/hooks`);
  if (!begun) return REFUSED;
  const answer = await deleteHookAsOwner(begun.runtime.db, begun.scope, textOf(form, 'hook'));
  refresh();
  return answer;
}
