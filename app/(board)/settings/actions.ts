'use server';

import { refresh } from 'next/cache';
import type { ActAnswer } from '@/lib/board/act-on-todo';
import { type MintAnswer, mintAsOwner, revokeTokenAsOwner } from '@/lib/board/settings';
import { beginAct, REFUSED } from '../../_act';

/** Mints an operator token; the answer to this one post is the only place it ever stands. */
export async function submitMint(_before: MintAnswer | undefined, _form: FormData): Promise<MintAnswer> {
  const begun = await beginAct('/settings');
  if (!begun) return { refused: REFUSED.text };
  const answer = await mintAsOwner(begun.runtime.db, begun.scope);
  refresh();
  return answer;
}

/** Revokes an operator token. */
export async function submitRevokeToken(_before: ActAnswer | undefined, form: FormData): Promise<ActAnswer> {
  const id = form.get('id');
  const begun = await beginAct('/settings');
  if (!begun) return REFUSED;
  const answer = await revokeTokenAsOwner(begun.runtime.db, begun.scope, typeof id === 'string' ? id : '');
  refresh();
  return answer;
}
