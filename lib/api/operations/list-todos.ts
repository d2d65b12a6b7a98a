import { z } from 'zod';
import { pageTodosAsOwner } from '../../store/board/page-todos-as-owner';
import { cursor, endpointFilter, limit, nothing, queueFilter, stateFilter } from '../fields';
import { defineOperation } from '../operation';
import { presentTodo, todoPage } from '../shapes/todo';

export const listTodos = defineOperation({
  method: 'get',
  path: '/todos',
  operationId: 'listTodos',
  tag: 'todos',
  summary: 'List todos',
  description: 'Lists the todos of all endpoints of the human whom the token acts for, without their payloads.',
  params: nothing,
  query: z.strictObject({ endpoint_id: endpointFilter, queue: queueFilter, state: stateFilter, limit, cursor }),
  body: nothing,
  answers: { 200: { description: 'One page.', schema: todoPage } },
  refusals: {},
  run: async ({ db, scope }, { query }) => {
    const { endpoint_id: endpointId, ...wanted } = query;
    const { todos, nextCursor } = await pageTodosAsOwner(db, scope, { ...wanted, endpointId });
    const page = { todos: todos.map(presentTodo) };
    return { status: 200, body: nextCursor === undefined ? page : { ...page, next_cursor: nextCursor } };
  },
});
