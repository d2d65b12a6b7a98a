import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Runtime } from './runtime';
import { countMcpSessions, queueGauges } from './store/sweeps/queue-gauges';

const ANSWER_WITHIN_MS = 2_500;

/**
 * Whether a scrape may be served: the token is set and presented. Hashing first makes the comparison's time say nothing, not even
 * of the length.
 * @param authorization the Authorization header
 */
export function mayScrape(token: string | undefined, authorization: string | null): boolean {
  if (token === undefined || authorization === null) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization));
}

/** The process's metrics as Prometheus text; a live gauge that cannot be read now is left out. */
export async function renderMetrics(runtime: Runtime): Promise<string> {
  const [queues, sessions] = await Promise.allSettled([
    inTime(queueGauges(runtime.db)),
    inTime(countMcpSessions(runtime.db)),
  ]);
  runtime.metrics.setGauges(readValue(queues), readValue(sessions));
  runtime.metrics.sseClients.set(runtime.mcp.openStreams + runtime.feed.size);
  runtime.metrics.setPool(runtime.db.sql.figures);
  return await runtime.metrics.registry.metrics();
}

/** A scrape is not held up by a database that does not answer: the process's own families are wanted most then. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = sleep(ANSWER_WITHIN_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('late')));
  return await Promise.race([answer, late]);
}

function readValue<T>(settled: PromiseSettledResult<T>): T | undefined {
  return settled.status === 'fulfilled' ? settled.value : undefined;
}
