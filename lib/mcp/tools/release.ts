import { releaseTodo } from '../../store/release';
import { artifact, id, leaseToken, summary } from '../arguments';
import { defineTool } from '../define-tool';
import { compactTodo } from '../present';

export const release = defineTool({
  verb: 'release',
  title: 'Give a todo back',
  description: `Gives a todo that you claimed back: it is pending again at once, for you or somebody else, and no retry pause applies. Use it when you stop before the work is done, for example on shutdown. Say in summary how far you came. Returns the todo.
On conflict, it is not yours any more: nothing is left to do. On invalid, mend the named argument and call again; you still hold the todo. On not_found, there is no such todo for this endpoint: do not guess ids. On unavailable or internal, look with get_todo before you repeat it: it may have been taken.`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: { id, summary, artifact, leaseToken },
  output: compactTodo,
  run: ({ db, scope }, input) => releaseTodo(db, scope, input),
});
