import { failTodo } from '../../store/fail';
import { artifact, id, leaseToken, result, summary } from '../arguments';
import { defineTool } from '../define-tool';
import { compactTodo } from '../present';
import { toReport } from '../report-input';

export const fail = defineTool({
  verb: 'fail',
  title: 'Fail an attempt',
  description: `Ends your lease with failure. Use it when you tried and could not; if you only have to stop, use release. Below max_attempts the todo is tried again after a pause, see next_retry_at; at the last attempt it becomes a dead letter, see dead_letter. Say in summary what you tried and why it failed: the next attempt reads it. Returns the todo.
On conflict, it is not yours any more, or was reported already: do not report again, get_todo tells. On invalid, mend the named argument and call again; you still hold the todo. On not_found, there is no such todo for this endpoint: do not guess ids. On unavailable or internal, look with get_todo before you repeat it: it may have been taken.`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: { id, result, summary, artifact, leaseToken },
  output: compactTodo,
  run: ({ db, scope }, input, texts) => failTodo(db, scope, toReport('fail', input, texts)),
});
