import { z } from 'zod';
import type { NotifyHookView } from '../../store/notify-hooks/list-notify-hooks';
import { text, time, timeOrNull, whole } from './wire';

export const createdHook = z
  .strictObject({
    id: text('Id of the hook.'),
    secret: text('whsec_…, with which the receiver verifies each call: shown this once.'),
  })
  .meta({ id: 'CreatedHook' });

const hook = z
  .strictObject({
    id: text('Id of the hook.'),
    endpoint_id: text('Whose todos it is told of.'),
    url: text('What is called.'),
    queues: z.array(z.string()).nullable().meta({ description: 'The queues that it is told of; null for all.' }),
    failures: whole('Calls in a row that failed at every try; the tenth disables it.'),
    waiting: whole('Calls that are still to be made, counted up to 1,000.'),
    last_sent_at: timeOrNull('When a call arrived last'),
    last_error: text('Why the last failed call failed.').nullable(),
    last_error_at: timeOrNull('When a call failed last'),
    disabled_at: timeOrNull('Since when it is not called any more'),
    disabled_reason: text('Why it is not called any more.').nullable(),
    created_at: time('When it was registered'),
  })
  .meta({ id: 'Hook' });

export const hookList = z.strictObject({ hooks: z.array(hook) }).meta({ id: 'HookList' });

export const deletedHook = z
  .strictObject({ id: text('Id of the hook.'), deleted: z.literal(true) })
  .meta({ id: 'DeletedHook' });

export function presentHook(from: NotifyHookView): z.input<typeof hook> {
  return {
    id: from.id,
    endpoint_id: from.endpointId,
    url: from.url,
    queues: from.queues && [...from.queues],
    failures: from.failures,
    waiting: from.waiting,
    last_sent_at: from.lastSentAt,
    last_error: from.lastError,
    last_error_at: from.lastErrorAt,
    disabled_at: from.disabledAt,
    disabled_reason: from.disabledReason,
    created_at: from.createdAt,
  };
}
