import { retryTodo } from '../../store/retry';
import { id } from '../arguments';
import { defineTool } from '../define-tool';
import { compactTodo } from '../present';

export const retry = defineTool({
  verb: 'retry',
  title: 'Retry a failed todo',
  description: `Brings a failed todo back to pending at once: a dead letter, or one that waits for its next try. Its attempt counter starts again at 0 and its history is kept. Use it when the cause of the failure is mended. Returns the todo.
On conflict, it has not failed, or a newer todo does the same work: get_todo tells. On not_found, there is no such todo for this endpoint: do not guess ids. On invalid, mend the named argument. On unavailable or internal, look with get_todo before you repeat it: it may have been taken.`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: { id },
  output: compactTodo,
  run: ({ db, scope }, input) => retryTodo(db, scope, input),
});
