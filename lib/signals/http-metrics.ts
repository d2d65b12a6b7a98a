import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from './metrics';

/** Route families as labels: never a path as it came, which may hold a token. */
const FAMILIES: readonly (readonly [prefix: string, family: string])[] = [
  ['/api/mcp', 'mcp'],
  ['/api/doorbell', 'doorbell'],
  ['/api/webhooks/', 'webhooks'],
  ['/api/auth/', 'auth'],
  ['/api/', 'api'],
  ['/_next/', 'assets'],
  ['/metrics', 'metrics'],
  ['/healthz', 'healthz'],
  ['/readyz', 'readyz'],
];

/** Counts every answer of the process's HTTP server by route family and status. */
export function countHttpAnswers(metrics: Metrics): void {
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    metrics.httpAnswered(familyOf(request.url ?? ''), response.statusCode);
  });
}

function familyOf(url: string): string {
  return FAMILIES.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'board';
}
