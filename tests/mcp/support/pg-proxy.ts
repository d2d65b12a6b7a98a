import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a database that can be cut and mended, so that a server sees its database go away. */
export interface DatabaseProxy {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** Ends every connection and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let open = true;
  const server = createServer((client) => {
    if (!open) return void client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    open = false;
    for (const socket of sockets) socket.destroy();
  };
  const stop = async () => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  };
  const mend = () => {
    open = true;
  };
  return { url: url.href, cut, mend, stop };
}
