import { z } from 'zod';
import { countAttemptsAsOwner } from '../../store/board/count-attempts-as-owner';
import { actRecorded } from '../../store/board/record-act';
import { releaseTodoAsOwner } from '../../store/board/release-todo-as-owner';
import { artifact, attemptSeq, nothing, summary, todoPath } from '../fields';
import { defineOperation } from '../operation';
import { presentTodo, todo } from '../shapes/todo';
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
  body: z.strictObject({ attempt_seq: attemptSeq, summary, artifact }),
  answers: { 200: { description: 'It is pending again.', schema: todo } },
  refusals: { not_found: NO_SUCH_TODO, conflict: NOT_HELD },
  run: async ({ db, scope }, { params, body }) => {
    const { attempt_seq: asked, ...report } = body;
    const attemptSeq = asked ?? (await countAttemptsAsOwner(db, 'release', scope, params.id));
    const moved = await actRecorded(
      db,
      scope,
      'release',
      (tx) => releaseTodoAsOwner(tx, scope, { ...params, ...report, attemptSeq }),
      ({ id: todoId, endpointId }) => ({ todoId, attemptSeq, endpointId }),
    );
    return { status: 200, body: presentTodo(moved) };
  },
});
