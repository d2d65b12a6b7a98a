import { createTodo as createStoredTodo } from '../../store/create-todo';
import { assignee, idempotencyKey, kind, maxAttempts, payload, targetQueue, title } from '../arguments';
import { defineTool } from '../define-tool';
import { parseJsonArgument } from '../json-argument';
import { createdTodo } from '../present';

export const createTodo = defineTool({
  verb: 'create_todo',
  title: 'Create a todo',
  description: `Creates a todo on this endpoint, pending at once. Use it to hand work to whoever drains the queue. Give an idempotency_key if the call might be repeated: while a todo with that key is live, you get that one back unchanged, with created false. Returns the todo and created.
On invalid, mend the named argument: nothing was created. On forbidden, name a granted queue. On not_found, this endpoint takes no todos any more. On conflict, unavailable or internal, try again in a few seconds with the same idempotency_key.`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: { queue: targetQueue, title, payload, kind, idempotencyKey, assignee, maxAttempts },
  output: createdTodo,
  run: ({ db, scope }, { payload: _parsed, ...input }, texts) => {
    const payloadText = parseJsonArgument('create_todo', 'payload', texts.get('payload'));
    return createStoredTodo(db, scope, { ...input, payloadText, operation: 'create_todo', source: 'mcp' });
  },
});
