import { heartbeatTodo } from '../../store/heartbeat';
import { id, leaseToken, leaseTtlSeconds } from '../arguments';
import { defineTool } from '../define-tool';
import { compactTodo } from '../present';

export const heartbeat = defineTool({
  verb: 'heartbeat',
  title: 'Extend the lease',
  description: `Extends your lease on a todo that you claimed: it then ends lease_ttl_seconds from now. Use it while you work, before a third of the lease is left. Returns the todo with its new lease_expires_at.
On conflict, the lease is no longer yours: stop working on this todo at once, somebody else may have it. On not_found, there is no such todo for this endpoint: do not guess ids. On invalid, mend the named argument; the lease is as it was. On unavailable or internal, try again at once, while the lease lasts.`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: { id, leaseTtlSeconds, leaseToken },
  output: compactTodo,
  run: ({ db, scope }, input) => heartbeatTodo(db, scope, input),
});
