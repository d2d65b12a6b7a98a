import { createHash, timingSafeEqual } from 'node:crypto';
import type { Runtime } from './runtime';
import { countMcpSessions, queueGauges } from './store/sweeps/queue-gauges';

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
  const [queues, sessions] = await Promise.allSettled([queueGauges(runtime.db), countMcpSessions(runtime.db)]);
  runtime.metrics.setGauges(readValue(queues), readValue(sessions));
  runtime.metrics.sseClients.set(runtime.mcp.openStreams);
  return await runtime.metrics.registry.metrics();
}

function readValue<T>(settled: PromiseSettledResult<T>): T | undefined {
  return settled.status === 'fulfilled' ? settled.value : undefined;
}
