import { type ClaimableTodo, claimableTodos } from '../../store/claimable-todos';
import { queue, timeoutSeconds } from '../arguments';
import { defineTool, type ToolCall } from '../define-tool';
import { readyTodos } from '../present';
import { ReadySignal } from '../ready-signal';

const TIMEOUT_DEFAULT_SECONDS = 45;
const NAMED_MAX = 5;
const PROGRESS_EVERY_MS = 15_000;

export const waitForTodo = defineTool({
  verb: 'wait_for_todo',
  title: 'Wait for work',
  description: `Waits until there is a todo that you could claim, or the time runs out. Use it when you have no work, instead of asking over and over. Claims nothing: call claim_next, or claim with one of todo_ids, straight away, since others may be waiting too. Returns {ready, todo_ids, queue?}; {"ready": 0, "todo_ids": []} when nothing came, which is normal: call again.
On invalid, mend the named argument. On forbidden, leave queue out or name a granted one. On unavailable or internal, try again in a few seconds.`,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: { queue, timeoutSeconds },
  output: readyTodos,
  waits: true,
  run: async (call, input) => {
    const total = input.timeoutSeconds ?? TIMEOUT_DEFAULT_SECONDS;
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1_000;
    const ticker = setInterval(() => call.progress(Math.min(Math.round(elapsed()), total), total), PROGRESS_EVERY_MS);
    const signal = new ReadySignal(call.bell, call.scope.endpointId, input.queue);
    try {
      return await firstReady(call, input.queue, signal, () => total - elapsed());
    } finally {
      clearInterval(ticker);
      signal.stop();
    }
  },
});

/** The bell is only a hint: rows decide, and they are looked at again every now and then should a ring have been lost. */
async function firstReady(
  { db, scope, signal: aborted }: ToolCall,
  wanted: string | undefined,
  signal: ReadySignal,
  secondsLeft: () => number,
): Promise<readonly ClaimableTodo[]> {
  while (!aborted.aborted) {
    const todos = await claimableTodos(db, scope, { queue: wanted, limit: NAMED_MAX });
    const left = secondsLeft();
    if (todos.length > 0 || left <= 0) return todos;
    await signal.next(Math.min(left * 1_000, PROGRESS_EVERY_MS), aborted);
  }
  return [];
}
