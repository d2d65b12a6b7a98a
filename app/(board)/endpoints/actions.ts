'use server';

import { refresh } from 'next/cache';
import type { ActAnswer } from '@/lib/board/act-on-todo';
import { revokeAsOwner, sendTestTodo } from '@/lib/board/endpoint-cards';
import { type RotateAnswer, rotateAsOwner } from '@/lib/board/endpoint-detail';
import { refusedVend, type VendAnswer, vendFromForm } from '@/lib/board/vend';
import { beginAct, REFUSED } from '../../_act';

/** Vends an endpoint; the answer to this one post is the only place its credential ever stands. */
export async function submitVend(_before: VendAnswer, form: FormData): Promise<VendAnswer> {
  const begun = await beginAct('/endpoints/new');
  if (!begun) return refusedVend(REFUSED.text);
  const { db, config } = begun.runtime;
  return await vendFromForm(db, begun.scope, form, config.baseUrl);
}

/** Revokes an endpoint, after its page has asked whether to. */
export async function submitRevoke(_before: ActAnswer | undefined, form: FormData): Promise<ActAnswer> {
  const id = textOf(form, 'id');
  const begun = await beginAct(`/endpoints/${encodeURIComponent(id)}/revoke`);
  if (!begun) return REFUSED;
  const answer = await revokeAsOwner(begun.runtime.db, begun.scope, id);
  refresh();
  return answer;
}

/** Rotates an endpoint's credential; the answer to this one post is the only place the new one ever stands. */
export async function submitRotate(_before: RotateAnswer | undefined, form: FormData): Promise<RotateAnswer> {
  const id = textOf(form, 'id');
  const begun = await beginAct(`/endpoints/${encodeURIComponent(id)}/rotate`);
  if (!begun) return REFUSED;
  const { db, config } = begun.runtime;
  return await rotateAsOwner(db, begun.scope, id, config.baseUrl);
}

/** Puts a test todo on one of an endpoint's queues. */
export async function submitTestTodo(
  _before: (ActAnswer & { todoId?: string }) | undefined,
  form: FormData,
): Promise<ActAnswer & { todoId?: string }> {
  const endpointId = textOf(form, 'id');
  const begun = await beginAct(`/endpoints/${encodeURIComponent(endpointId)}`);
  if (!begun) return REFUSED;
  const input = { endpointId, queue: textOf(form, 'queue'), title: textOf(form, 'title') };
  return await sendTestTodo(begun.runtime.db, begun.scope, input);
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
