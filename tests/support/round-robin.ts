import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A reverse proxy as simple as they come: each request goes to the next server, whoever sends it. */
export interface RoundRobin {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * @param targets the servers' origins; one that refuses the connection is passed over
 * @param options.cutIdleMs cuts a connection over which nothing came for so long, as load balancers do
 */
export async function startRoundRobin(
  targets: readonly string[],
  options: { readonly cutIdleMs?: number } = {},
): Promise<RoundRobin> {
  let turn = 0;
  const sockets = new Set<Socket>();
  const pass = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, triesLeft: number) => {
    const target = targets[turn++ % targets.length] ?? '';
    const { method, headers } = incoming;
    const onward = request(`${target}${incoming.url}`, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    onward.once('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) outgoing.destroy();
      else if (error.code === 'ECONNREFUSED' && triesLeft > 0) pass(incoming, body, outgoing, triesLeft - 1);
      else outgoing.writeHead(502).end();
    });
    if (options.cutIdleMs !== undefined) onward.setTimeout(options.cutIdleMs, () => onward.destroy());
    outgoing.once('close', () => onward.destroy());
    onward.end(body);
  };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    pass(incoming, Buffer.concat(chunks), outgoing, targets.length);
  });
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
