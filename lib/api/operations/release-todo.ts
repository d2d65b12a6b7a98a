import { z } from 'zod';
import { countAttemptsAsOwner } from '../../store/board/count-attempts-as-owner';
import { releaseTodoAsOwner } from '../../store/board/release-todo-as-owner';
import { attemptSeq, nothing, todoPath } from '../fields';
import { defineOperation } from '../operation';
import { presentTodo, todo } from '../shapes';
import { NO_SUCH_TODO, NOT_HELD } from '../words';

export const releaseTodo = defineOperation({
  method: 'post',
  path: '/todos/{id}/release',
  operationId: 'releaseTodo',
  tag: 'todos',
  summary: 'Release a todo',
  description: 'Takes a claimed todo from its worker, fenced or not, and makes it pending again.',
  params: todoPath,
  query: nothing,
  body: z.strictObject({ attempt_seq: attemptSeq }),
  answers: { 200: { description: 'It is pending again.', schema: todo } },
  refusals: { not_found: NO_SUCH_TODO, conflict: NOT_HELD },
  run: async ({ db, scope }, { params, body }) => {
    const seq = body.attempt_seq ?? (await countAttemptsAsOwner(db, 'release', scope, params.id));
    return { status: 200, body: presentTodo(await releaseTodoAsOwner(db, scope, { ...params, attemptSeq: seq })) };
  },
});
