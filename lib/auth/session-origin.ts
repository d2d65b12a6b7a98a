const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether a request that changes something comes from a page of ours. A missing Origin, `null`, a sibling domain and another
 * port are refused; the names of the loopback address count as one host, because people type either.
 * @param origin the Origin header
 * @param baseUrl the configured public origin; the request's own Host proves nothing
 */
export function isBoardOrigin(origin: string | null, baseUrl: string): boolean {
  if (origin === null || !URL.canParse(origin)) return false;
  const given = new URL(origin);
  const own = new URL(baseUrl);
  if (given.origin !== origin) return false;
  if (given.origin === own.origin) return true;
  const bothLoopback = LOOPBACK_HOSTS.has(given.hostname) && LOOPBACK_HOSTS.has(own.hostname);
  return bothLoopback && given.protocol === own.protocol && given.port === own.port;
}
