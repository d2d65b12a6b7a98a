import { z } from 'zod';
import { compactJsonText } from '../../queue/json-structure';
import { createTodoAsOwner } from '../../store/board/create-todo-as-owner';
import { assignee, endpointPath, idempotencyKey, kind, maxAttempts, nothing, payload, queue, title } from '../fields';
import { defineOperation } from '../operation';
import { createdTodo, presentTodo } from '../shapes/todo';

export const createTodo = defineOperation({
  method: 'post',
  path: '/endpoints/{id}/todos',
  operationId: 'createTodo',
  tag: 'todos',
  summary: 'Create a todo',
  description:
    'Puts a todo into a queue of an endpoint, pending at once. Give an idempotency_key if the call might be repeated.',
  params: endpointPath,
  query: nothing,
  body: z.strictObject({
    queue,
    title,
    payload,
    kind,
    idempotency_key: idempotencyKey,
    assignee,
    max_attempts: maxAttempts,
  }),
  answers: {
    200: { description: 'A live todo had this key already; it is unchanged.', schema: createdTodo },
    201: { description: 'A new todo.', schema: createdTodo },
  },
  refusals: { not_found: 'there is no such endpoint, or it is revoked or has expired' },
  run: async ({ db, scope }, { params, body, texts }) => {
    const payloadText = texts.get('payload') ?? 'null';
    const { todo, created } = await createTodoAsOwner(db, scope, params.id, {
      operation: 'create_todo',
      source: 'api',
      queue: body.queue,
      title: body.title,
      kind: body.kind,
      payloadText: payloadText === 'null' ? undefined : compactJsonText(payloadText),
      idempotencyKey: body.idempotency_key,
      assignee: body.assignee,
      maxAttempts: body.max_attempts,
    });
    return { status: created ? 201 : 200, body: { ...presentTodo(todo), created } };
  },
});
