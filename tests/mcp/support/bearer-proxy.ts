import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Surface } from './surface';

/** A client's view of the server through something that adds the bearer, for tools that can send no header of their own. */
export interface BearerProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Passes everything on as it comes; only its own address, in Host and Origin, becomes the server's. */
export async function bearerProxy(surface: Surface, token: string): Promise<BearerProxy> {
  const target = new URL(surface.url);
  const server = createServer((incoming, outgoing) => {
    const asServer = (value = '') => value.replace(/^(http:\/\/)?(127\.0\.0\.1|localhost):\d+$/, `$1${target.host}`);
    const { host, origin, ...rest } = incoming.headers;
    const headers = {
      ...rest,
      host: asServer(host),
      ...(origin && { origin: asServer(origin) }),
      authorization: `Bearer ${token}`,
    };
    const forwarded = request(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`, close };
}
