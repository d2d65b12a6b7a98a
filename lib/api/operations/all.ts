import type { Operation } from '../operation';
import { createHook } from './create-hook';
import { createTodo } from './create-todo';
import { deleteHook } from './delete-hook';
import { failTodo } from './fail-todo';
import { getTodo } from './get-todo';
import { listEndpoints } from './list-endpoints';
import { listHooks } from './list-hooks';
import { listTodos } from './list-todos';
import { releaseTodo } from './release-todo';
import { retryTodo } from './retry-todo';
import { revokeEndpoint } from './revoke-endpoint';
import { vendEndpoint } from './vend-endpoint';

/** Every operation there is, in the order of the description. */
export const OPERATIONS: readonly Operation[] = [
  vendEndpoint,
  listEndpoints,
  revokeEndpoint,
  createHook,
  listHooks,
  deleteHook,
  createTodo,
  listTodos,
  getTodo,
  retryTodo,
  releaseTodo,
  failTodo,
];
