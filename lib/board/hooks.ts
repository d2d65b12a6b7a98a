import type { PoolDb } from '../db/connection';
import { type HookSettings, registerHook } from '../hooks/register-hook';
import { QueueError } from '../queue/errors';
import type { OwnerScope } from '../queue/scope';
import { deleteNotifyHook } from '../store/notify-hooks/delete-notify-hook';
import { listNotifyHooks, type NotifyHookView } from '../store/notify-hooks/list-notify-hooks';
import type { ActAnswer } from './act-on-todo';
import { textOf } from './form';
import { found } from './found';

/** A notify hook as the endpoint's page tells of it. */
export interface HookRow {
  readonly id: string;
  readonly url: string;
  /** `all queues`, or their names. */
  readonly queues: string;
  /** How its calls go, in one sentence. */
  readonly health: string;
  readonly isDisabled: boolean;
}

/** What came of the form: a hook with its secret, which is shown in this answer alone, or a refusal. */
export type HookAnswer =
  | { readonly kind: 'registered'; readonly url: string; readonly secret: string; readonly note: string | undefined }
  | { readonly kind: 'refused'; readonly text: string };

/** The hooks of one endpoint of the human's, oldest first. */
export async function readHooks(db: PoolDb, scope: OwnerScope, endpointId: string): Promise<HookRow[]> {
  return (await listNotifyHooks(db, scope, endpointId)).map((hook) => ({
    id: hook.id,
    url: hook.url,
    queues: hook.queues?.join(', ') ?? 'all queues',
    health: healthOf(hook),
    isDisabled: hook.disabledAt !== null,
  }));
}

/** Registers what the form names; nothing is stored when it is refused. */
export async function registerFromForm(
  db: PoolDb,
  scope: OwnerScope,
  form: FormData,
  settings: HookSettings,
): Promise<HookAnswer> {
  const queues = textOf(form, 'queues')
    .split(',')
    .map((queue) => queue.trim())
    .filter(Boolean);
  const url = textOf(form, 'url').trim();
  const request = { endpointId: textOf(form, 'id'), url, queues: queues.length > 0 ? queues : undefined };
  try {
    const { secret, resolves } = await registerHook(db, scope, request, settings);
    return { kind: 'registered', url, secret, note: resolves ? undefined : 'Its name has no address yet.' };
  } catch (error) {
    if (!(error instanceof QueueError) || error.code === 'internal' || error.code === 'unavailable') throw error;
    if (error.code === 'not_found')
      return { kind: 'refused', text: 'There is no such endpoint, or it is revoked or has expired.' };
    const { reason } = error;
    return { kind: 'refused', text: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` };
  }
}

/** Deletes a hook of the human's. */
export async function deleteHookAsOwner(db: PoolDb, scope: OwnerScope, hookId: string): Promise<ActAnswer> {
  const gone = await found(deleteNotifyHook(db, scope, hookId).then(() => true));
  if (gone) return { kind: 'done', text: 'The hook is deleted.' };
  return { kind: 'refused', text: 'There is no such hook.' };
}

function healthOf({ disabledReason, failures, lastError, lastSentAt, waiting }: NotifyHookView): string {
  if (disabledReason !== null)
    return `Disabled: ${disabledReason}. Delete it and register it anew once that is mended.`;
  if (failures > 0)
    return `${failures} failed in a row, ${waiting} waiting; the last one: ${lastError ?? 'no reason'}.`;
  return lastSentAt === null ? 'Not called yet.' : 'Its last call arrived.';
}
