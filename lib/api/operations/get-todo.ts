import { z } from 'zod';
import { getWholeTodoAsOwner } from '../../store/board/get-whole-todo-as-owner';
import { attemptsLimit, nothing, todoPath } from '../fields';
import { defineOperation } from '../operation';
import { presentWholeTodo, wholeTodo } from '../shapes/whole-todo';
import { NO_SUCH_TODO } from '../words';

export const getTodo = defineOperation({
  method: 'get',
  path: '/todos/{id}',
  operationId: 'getTodo',
  tag: 'todos',
  summary: 'Read a todo',
  description: 'Reads one todo with its payload, its result and what its attempts reported.',
  params: todoPath,
  query: z.strictObject({ attempts_limit: attemptsLimit }),
  body: nothing,
  answers: { 200: { description: 'The todo.', schema: wholeTodo } },
  refusals: { not_found: NO_SUCH_TODO },
  run: async ({ db, scope }, { params, query }) => {
    const found = await getWholeTodoAsOwner(db, scope, { id: params.id, attemptsLimit: query.attempts_limit });
    return { status: 200, body: presentWholeTodo(found) };
  },
});
