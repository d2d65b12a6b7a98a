import { completeTodo } from '../../store/complete';
import { artifact, id, leaseToken, result, summary } from '../arguments';
import { defineTool } from '../define-tool';
import { compactTodo } from '../present';
import { toReport } from '../report-input';

export const complete = defineTool({
  verb: 'complete',
  title: 'Complete a todo',
  description: `Ends your lease with success: the todo is done for good. Use it once, when the work is finished. Put the outcome in result, what you did in summary, and a link to what you made in artifact. Returns the todo.
On conflict, it is not yours any more, or was reported already: do not report again, get_todo tells. On invalid, mend the named argument and call again; you still hold the todo. On not_found, there is no such todo for this endpoint: do not guess ids. On unavailable or internal, look with get_todo before you repeat it: it may have been taken.`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: { id, result, summary, artifact, leaseToken },
  output: compactTodo,
  run: ({ db, scope }, input, texts) => completeTodo(db, scope, toReport('complete', input, texts)),
});
