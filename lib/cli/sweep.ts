import { pruneTerminalTodos } from '../store/sweeps/prune-terminal-todos';
import { reapLapsedLeases } from '../store/sweeps/reap-lapsed-leases';
import { requeueDueRetries } from '../store/sweeps/requeue-due-retries';
import { revokeExpiredEndpoints } from '../store/sweeps/revoke-expired-endpoints';
import type { Command } from './command';

export const sweep: Command = {
  name: 'sweep',
  summary: 'Runs reaper, retry scheduler and retention once, and counts what moved',
  examples: ['sweep', 'sweep --json'],
  run: async ({ db, config, note }) => {
    const options = { onBadRow: (id: string) => note(`todo ${id} could not be moved and was left as it is`) };
    await revokeExpiredEndpoints(db, options);
    const reaped = await reapLapsedLeases(db, options);
    const retried = await requeueDueRetries(db, options);
    const bounds = { maxAgeDays: config.retentionMaxAgeDays, maxRows: config.retentionMaxRows };
    const pruned = await pruneTerminalTodos(db, bounds, options);
    return { reaped: { requeued: reaped.requeued, dead_lettered: reaped.deadLettered }, retried, pruned };
  },
};
