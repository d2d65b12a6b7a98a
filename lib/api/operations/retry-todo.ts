import { z } from 'zod';
import { countAttemptsAsOwner } from '../../store/board/count-attempts-as-owner';
import { actRecorded } from '../../store/board/record-act';
import { retryTodoAsOwner } from '../../store/board/retry-todo-as-owner';
import { attemptsTotal, nothing, todoPath } from '../fields';
import { defineOperation } from '../operation';
import { presentTodo, todo } from '../shapes/todo';
import { NO_SUCH_TODO } from '../words';

export const retryTodo = defineOperation({
  method: 'post',
  path: '/todos/{id}/retry',
  operationId: 'retryTodo',
  tag: 'todos',
  summary: 'Retry a todo',
  description: 'Brings a dead letter or a parked retry back to pending at once, its history kept.',
  params: todoPath,
  query: nothing,
  body: z.strictObject({ attempts_total: attemptsTotal }),
  answers: { 200: { description: 'It is pending again.', schema: todo } },
  refusals: {
    not_found: NO_SUCH_TODO,
    conflict:
      'the todo has not failed, has been tried since, its endpoint is revoked, or a newer live todo holds its key',
  },
  run: async ({ db, scope }, { params, body }) => {
    const seen = body.attempts_total ?? (await countAttemptsAsOwner(db, 'retry', scope, params.id));
    const moved = await actRecorded(
      db,
      scope,
      'retry',
      (tx) => retryTodoAsOwner(tx, scope, { ...params, attemptsTotal: seen }),
      ({ id: todoId, endpointId }) => ({ todoId, endpointId }),
    );
    return { status: 200, body: presentTodo(moved) };
  },
});
