import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a database that can be cut and mended, so that a server sees its database go away. */
export interface DatabaseProxy {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** How many connections were asked for so far, the refused ones among them. */
  attempts(): number;
  /** Ends every connection and refuses new ones until `mend`. */
  cut(): void;
  /** Takes everything and passes nothing on until `mend`. */
  silence(): void;
  mend(): void;
  stop(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let attempts = 0;
  let state: 'open' | 'cut' | 'silent' = 'open';
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    return socket;
  };
  const server = createServer((client) => {
    attempts += 1;
    if (state === 'cut') return void client.destroy();
    keep(client);
    if (state === 'silent') return;
    const upstream = keep(connect(Number(target.port), target.hostname));
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const become = (next: typeof state) => {
    state = next;
    for (const socket of sockets) {
      if (next === 'silent') socket.unpipe().pause();
      else socket.destroy();
    }
  };
  const stop = async () => {
    become('cut');
    await new Promise((resolve) => server.close(resolve));
  };
  const acts = { attempts: () => attempts, stop };
  return {
    ...acts,
    url: url.href,
    cut: () => become('cut'),
    silence: () => become('silent'),
    mend: () => become('open'),
  };
}
