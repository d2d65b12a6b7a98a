'use server';

import { refresh } from 'next/cache';
import {
  createFromForm,
  type RotateWebhookAnswer,
  rotateFromForm,
  type WebhookAnswer,
} from '@/lib/board/change-webhooks';
import { beginAct, REFUSED } from '../../_act';

/** Creates a webhook; the answer to this one post is the only place its URL and secret ever stand. */
export async function submitWebhook(_before: WebhookAnswer | undefined, form: FormData): Promise<WebhookAnswer> {
  const begun = await beginAct('/webhooks');
  if (!begun) {
    const empty = { type: 'generic', endpoint: '', queue: '', routes: [] };
    return { kind: 'invalid', form: empty, field: 'type', text: REFUSED.text };
  }
  const answer = await createFromForm(begun.runtime.db, begun.scope, form, begun.runtime.config);
  if (answer.kind === 'created') refresh();
  return answer;
}

/** Rotates a webhook's URL or secret, which this answer alone shows. */
export async function submitWebhookRotation(
  _before: RotateWebhookAnswer | undefined,
  form: FormData,
): Promise<RotateWebhookAnswer> {
  const begun = await beginAct('/webhooks');
  if (!begun) return REFUSED;
  const answer = await rotateFromForm(begun.runtime.db, begun.scope, form, begun.runtime.config);
  if (answer.kind === 'rotated') refresh();
  return answer;
}
