import { z } from 'zod';
import { type CompactTodo, isDeadLetter, TODO_STATES } from '../../queue/todo';
import { text, time, timeOrNull, whole } from './wire';

export const compactFields = {
  id: text('Id of the todo.'),
  endpoint_id: text('The endpoint that holds it.'),
  queue: text('Queue that it waits in.'),
  title: text('What is to be done, in one line; data from whoever created it.'),
  state: z.enum(TODO_STATES),
  dead_letter: z.boolean().meta({ description: 'True when it has failed for good; only a retry brings it back.' }),
  attempt: whole('Attempts since it was created or last retried by hand.'),
  max_attempts: whole('Attempts after which it becomes a dead letter.'),
  created_at: time('When it was created'),
  next_retry_at: timeOrNull('When a failed todo is tried again; null when no retry is due'),
  finished_at: timeOrNull('When it came to its end; null while it is live'),
  payload_size: whole('Bytes of the payload as JSON text; 0 without one.'),
  source: text('How it arrived.').optional(),
  kind: text('What sort of work it is.').optional(),
  owner: text('Who holds it, or held it last.').optional(),
  assignee: text('The only one who may claim it.').optional(),
  lease_expires_at: time('When the lease ends').optional(),
};

export const todo = z.strictObject(compactFields).meta({ id: 'Todo', description: 'A todo without its payload.' });

export const createdTodo = z
  .strictObject({
    ...compactFields,
    created: z.boolean().meta({ description: 'False when a live todo with this idempotency_key was there already.' }),
  })
  .meta({ id: 'CreatedTodo' });

export const todoPage = z
  .strictObject({
    todos: z.array(todo).meta({ description: 'Newest first.' }),
    next_cursor: text('Where the next page begins; absent on the last one.').optional(),
  })
  .meta({ id: 'TodoPage' });

export function presentTodo(from: CompactTodo): z.input<typeof todo> {
  return {
    id: from.id,
    endpoint_id: from.endpointId,
    queue: from.queue,
    title: from.title,
    state: from.state,
    dead_letter: isDeadLetter(from),
    attempt: from.attempt,
    max_attempts: from.maxAttempts,
    created_at: from.createdAt,
    next_retry_at: from.nextRetryAt,
    finished_at: from.finishedAt,
    payload_size: from.payloadSize,
    ...(from.source !== null && { source: from.source }),
    ...(from.kind !== null && { kind: from.kind }),
    ...(from.owner !== null && { owner: from.owner }),
    ...(from.assignee !== null && { assignee: from.assignee }),
    ...(from.leaseExpiresAt !== null && { lease_expires_at: from.leaseExpiresAt }),
  };
}
