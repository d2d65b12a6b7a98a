import type { Config } from '../config';
import type { PoolDb } from '../db/connection';
import { errorFields, type Log } from '../log';
import type { Metrics } from '../signals/metrics';
import type { QueueMinutes } from '../signals/queue-minutes';
import { pruneOutbox } from '../store/outbox/prune-outbox';
import { addQueueMinutes } from '../store/sweeps/add-queue-minutes';
import { endIdleMcpSessions } from '../store/sweeps/end-idle-mcp-sessions';
import { pruneBoardHistory } from '../store/sweeps/prune-board-history';
import { pruneTerminalTodos } from '../store/sweeps/prune-terminal-todos';
import { reapLapsedLeases } from '../store/sweeps/reap-lapsed-leases';
import { requeueDueRetries } from '../store/sweeps/requeue-due-retries';
import { revokeExpiredEndpoints } from '../store/sweeps/revoke-expired-endpoints';
import { runBulkJobs } from '../store/sweeps/run-bulk-jobs';
import { every } from './loop';

/** One thing that runs by itself. */
interface Duty {
  readonly name: string;
  readonly intervalMs: number;
  /** What readiness counts as its interval, where a run may take longer than the pause between two. */
  readonly readyIntervalMs?: number;
  /** @returns counts of what moved, by what became of it */
  readonly runOnce: (options: {
    signal: AbortSignal;
    onBadRow: (id: string, error: unknown) => void;
  }) => Promise<Record<string, number>>;
}

const MCP_SESSIONS_INTERVAL_MS = 60_000;
const OUTBOX_INTERVAL_MS = 60_000;
const BULK_INTERVAL_MS = 1_000;
const BULK_READY_INTERVAL_MS = 5_000;
const QUEUE_MINUTES_INTERVAL_MS = 5_000;

interface DutyNeeds {
  readonly db: PoolDb;
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly heartbeats: Heartbeats;
  readonly queueMinutes: QueueMinutes;
}

/** All that runs by itself, and how often. */
function duties({ db, config, queueMinutes }: Pick<DutyNeeds, 'db' | 'config' | 'queueMinutes'>): Duty[] {
  return [
    {
      name: 'reaper',
      intervalMs: config.reaperIntervalMs,
      runOnce: async (options) => ({
        revoked: await revokeExpiredEndpoints(db, options),
        ...(await reapLapsedLeases(db, options)),
      }),
    },
    {
      name: 'retry',
      intervalMs: config.retryIntervalMs,
      runOnce: async (options) => ({ requeued: await requeueDueRetries(db, options) }),
    },
    {
      name: 'retention',
      intervalMs: config.retentionIntervalMs,
      runOnce: async (options) => ({
        pruned: await pruneTerminalTodos(
          db,
          { maxAgeDays: config.retentionMaxAgeDays, maxRows: config.retentionMaxRows },
          options,
        ),
        board: await pruneBoardHistory(db, config.retentionMaxAgeDays),
      }),
    },
    {
      name: 'outbox',
      intervalMs: OUTBOX_INTERVAL_MS,
      runOnce: async ({ signal }) => ({ pruned: await pruneOutbox(db, signal) }),
    },
    {
      name: 'bulk',
      intervalMs: BULK_INTERVAL_MS,
      readyIntervalMs: BULK_READY_INTERVAL_MS,
      runOnce: async (options) => ({ ...(await runBulkJobs(db, options)) }),
    },
    {
      name: 'queue_minutes',
      intervalMs: QUEUE_MINUTES_INTERVAL_MS,
      runOnce: async () => {
        await addQueueMinutes(db, queueMinutes.drain());
        return {};
      },
    },
    {
      name: 'mcp_sessions',
      intervalMs: MCP_SESSIONS_INTERVAL_MS,
      runOnce: async () => ({ ended: await endIdleMcpSessions(db) }),
    },
  ];
}

/** When each duty last ended well, for readiness: by name, with its interval, in milliseconds of the process's monotonic clock. */
export type Heartbeats = Map<string, { readonly intervalMs: number; lastSuccessMs: number | undefined }>;

/**
 * Starts every duty. Each logs when something moved and says so to the metrics.
 * @returns settles when all have ended after the signal aborted
 */
export async function startDuties(needs: DutyNeeds, signal: AbortSignal): Promise<void> {
  const { log, metrics, heartbeats } = needs;
  const loops = duties(needs).map((duty) => {
    const heartbeat = {
      intervalMs: duty.readyIntervalMs ?? duty.intervalMs,
      lastSuccessMs: undefined as number | undefined,
    };
    heartbeats.set(duty.name, heartbeat);
    log.info({ event: 'duty_started', duty: duty.name, interval_ms: duty.intervalMs });
    const onBadRow = (id: string, error: unknown) =>
      log.error({ event: 'sweep_row_failed', duty: duty.name, todo_id: id, ...errorFields(error) });
    const runOnce = async () => {
      const startedAt = performance.now();
      const counts = await duty.runOnce({ signal, onBadRow });
      heartbeat.lastSuccessMs = performance.now();
      const moved = Object.values(counts).reduce((sum, count) => sum + count, 0);
      metrics.sweepDone(duty.name, moved, (heartbeat.lastSuccessMs - startedAt) / 1000);
      if (moved > 0) log.info({ event: 'sweep', duty: duty.name, ...counts });
    };
    return every(duty.intervalMs, runOnce, signal, (error) =>
      log.error({ event: 'sweep_failed', duty: duty.name, ...errorFields(error) }),
    );
  });
  await Promise.all(loops);
}
