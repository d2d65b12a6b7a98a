import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const PEER_HEADER = 'x-switchboard-peer';

/**
 * Makes every request carry its socket's address in a header of ours, whatever the client sent under that name. Route handlers
 * see no socket, and Next believes a client's own X-Forwarded-For.
 */
export function stampPeerAddress(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? '';
  });
}

/**
 * The address a request came from: the socket's peer, or, behind as many trusted proxies, the entry of X-Forwarded-For that the
 * outermost of them wrote.
 * @param header reads one request header by its lower-case name
 */
export function clientAddress(header: (name: string) => string | null | undefined, trustedProxies: number): string {
  const peer = header(PEER_HEADER) ?? '';
  if (trustedProxies === 0) return peer;
  const hops = (header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxies) || peer;
}
