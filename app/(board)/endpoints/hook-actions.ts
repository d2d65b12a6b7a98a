'use server';

import { refresh } from 'next/cache';
import type { ActAnswer } from '@/lib/board/act-on-todo';
import { textOf } from '@/lib/board/form';
import { deleteHookAsOwner, type HookAnswer, registerFromForm } from '@/lib/board/notify-hooks';
import { type ActContext, beginAct, REFUSED } from '../../_act';

/** Registers a notify hook; the answer to this one post is the only place its secret ever stands. */
export async function submitHook(_before: HookAnswer | undefined, form: FormData): Promise<HookAnswer> {
  const begun = await beginOn(form);
  if (!begun) return { kind: 'invalid', url: '', queues: '', field: 'url', text: REFUSED.text };
  const answer = await registerFromForm(begun.runtime.db, begun.scope, form, begun.runtime.config);
  if (answer.kind === 'registered') refresh();
  return answer;
}

/** Deletes a notify hook. */
export async function submitHookDeletion(_before: ActAnswer | undefined, form: FormData): Promise<ActAnswer> {
  const begun = await beginOn(form);
  if (!begun) return REFUSED;
  const answer = await deleteHookAsOwner(begun.runtime.db, begun.scope, form);
  refresh();
  return answer;
}

function beginOn(form: FormData): Promise<ActContext | undefined> {
  return beginAct(`/endpoints/${encodeURIComponent(textOf(form, 'id'))}`);
}
