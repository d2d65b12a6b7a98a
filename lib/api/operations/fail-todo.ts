import { z } from 'zod';
import { countAttemptsAsOwner } from '../../store/board/count-attempts-as-owner';
import { failTodoAsOwner } from '../../store/board/fail-todo-as-owner';
import { actRecorded } from '../../store/board/record-act';
import { artifact, attemptSeq, nothing, summary, todoPath } from '../fields';
import { defineOperation } from '../operation';
import { presentTodo, todo } from '../shapes/todo';
import { NO_SUCH_TODO, NOT_HELD } from '../words';

export const failTodo = defineOperation({
  method: 'post',
  path: '/todos/{id}/fail',
  operationId: 'failTodo',
  tag: 'todos',
  summary: 'Fail a todo',
  description:
    'Ends the open attempt of a claimed todo, fenced or not, as failed: it waits for its next try, or is a dead letter at the cap.',
  params: todoPath,
  query: nothing,
  body: z.strictObject({ attempt_seq: attemptSeq, summary, artifact }),
  answers: { 200: { description: 'It has failed.', schema: todo } },
  refusals: { not_found: NO_SUCH_TODO, conflict: NOT_HELD },
  run: async ({ db, scope }, { params, body }) => {
    const { attempt_seq: asked, ...report } = body;
    const attemptSeq = asked ?? (await countAttemptsAsOwner(db, 'fail', scope, params.id));
    const moved = await actRecorded(
      db,
      scope,
      'fail',
      (tx) => failTodoAsOwner(tx, scope, { ...params, ...report, attemptSeq }),
      ({ id: todoId, endpointId }) => ({ todoId, attemptSeq, endpointId }),
    );
    return { status: 200, body: presentTodo(moved) };
  },
});
