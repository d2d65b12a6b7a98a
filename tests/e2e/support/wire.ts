import { connect, createServer, type Socket } from 'node:net';

/** A database's address with a wire of the test's own in between, which it can cut and mend. */
export interface Wire {
  readonly url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Lays a wire to a database on a free loopback port. */
export async function layWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl);
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const end of [near, far]) ends.add(end.on('error', () => {}).on('close', () => ends.delete(end)));
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const end of ends) end.destroy();
    });
  return { url: url.href, cut, mend: () => listen(port) };
}
