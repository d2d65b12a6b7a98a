import type { Db, PoolDb } from '../db/connection';
import { type HookSettings, registerHook } from '../hooks/register-hook';
import { QueueError } from '../queue/errors';
import type { OwnerScope } from '../queue/scope';
import { recordAct } from '../store/board/record-act';
import { deleteNotifyHook } from '../store/notify-hooks/delete-notify-hook';
import { listNotifyHooks, type NotifyHookView } from '../store/notify-hooks/list-notify-hooks';
import type { ActAnswer } from './act-on-todo';
import { sentence } from './endpoint-cards';
import { textOf } from './form';
import { found } from './found';
import { type When, when } from './when';

/** A notify hook as the endpoint's page tells of it. */
export interface HookRow {
  readonly id: string;
  readonly url: string;
  /** `all queues`, or their names. */
  readonly queues: string;
  readonly state: 'well' | 'failing' | 'disabled';
  /** How it goes, in words. */
  readonly told: string;
  readonly lastSent: When | undefined;
  readonly waiting: number;
}

/** The hooks of one endpoint of the human's, oldest first. */
export async function readHooks(db: Db, scope: OwnerScope, endpointId: string): Promise<HookRow[]> {
  const now = new Date().toISOString();
  return (await listNotifyHooks(db, scope, endpointId)).map((hook) => ({
    id: hook.id,
    url: hook.url,
    queues: hook.queues?.join(', ') ?? 'all queues',
    ...howItGoes(hook),
    lastSent: hook.lastSentAt === null ? undefined : when(hook.lastSentAt, now),
    waiting: hook.waiting,
  }));
}

function howItGoes({
  disabledAt,
  disabledReason,
  failures,
  lastError,
  lastErrorAt,
  lastSentAt,
}: NotifyHookView): Pick<HookRow, 'state' | 'told'> {
  if (disabledAt !== null)
    return { state: 'disabled', told: `${disabledReason ?? 'it failed too often'}; delete it and register it anew` };
  if (failures > 0) return { state: 'failing', told: `failed ${failures} in a row: ${lastError ?? 'no answer'}` };
  if (lastErrorAt !== null && Date.parse(lastErrorAt) > Date.parse(lastSentAt ?? '1970-01-01'))
    return { state: 'failing', told: `its last try failed: ${lastError ?? 'no answer'}` };
  return { state: 'well', told: 'nothing failed lately' };
}

/** A refusal that keeps what was typed, or a hook whose secret no later page can show. */
export type HookAnswer =
  | {
      readonly kind: 'invalid';
      readonly url: string;
      readonly queues: string;
      readonly field: 'url' | 'queues';
      readonly text: string;
    }
  | { readonly kind: 'registered'; readonly secret: string; readonly notes: readonly string[] };

/** Registers a hook of an endpoint from a form. */
export async function registerFromForm(
  db: PoolDb,
  scope: OwnerScope,
  form: FormData,
  settings: HookSettings,
): Promise<HookAnswer> {
  const [endpointId, url, typed] = [textOf(form, 'id'), textOf(form, 'url').trim(), textOf(form, 'queues')];
  const queues = typed.split(',').flatMap((queue) => queue.trim() || []);
  const request = { endpointId, url, queues: queues.length === 0 ? undefined : queues };
  try {
    const { secret, resolves, notGranted } = await registerHook(db, scope, request, settings);
    await recordAct(db, scope, 'create_hook', { endpointId });
    const notes = [
      ...notGranted.map((queue) => `The endpoint is not granted the queue ${queue}.`),
      ...(resolves ? [] : ['The name of the URL has no address yet; calls fail until it has one.']),
    ];
    return { kind: 'registered', secret, notes };
  } catch (error) {
    if (!(error instanceof QueueError) || error.code === 'internal' || error.code === 'unavailable') throw error;
    const text = error.code === 'not_found' ? 'The endpoint is revoked or has expired.' : sentence(error);
    return { kind: 'invalid', url, queues: typed, field: error.argument === 'queues' ? 'queues' : 'url', text };
  }
}

/** Ends a hook at once; another human's reads like one that never was. */
export async function deleteHookAsOwner(db: PoolDb, scope: OwnerScope, form: FormData): Promise<ActAnswer> {
  const endpointId = textOf(form, 'id');
  const gone = await found(deleteNotifyHook(db, scope, textOf(form, 'hook'), endpointId).then(() => true));
  if (!gone) return { kind: 'refused', text: 'Nothing was changed: there is no such hook.' };
  await recordAct(db, scope, 'delete_hook', { endpointId });
  return { kind: 'done', text: 'Deleted: calls that were still to be made are not made.' };
}
