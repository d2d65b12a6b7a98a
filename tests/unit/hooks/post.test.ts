import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { post } from '@/lib/hooks/post';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Posts to a receiver that handles the connection itself. @returns the status, or the name or code of the error */
async function outcome(answer: (socket: Socket) => void, withinMs = 500): Promise<unknown> {
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.once('data', () => answer(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const signal = AbortSignal.timeout(withinMs);
  const call = { url, addresses: ['127.0.0.1'], headers: {}, body: '{}', signal };
  return await post(call).catch((error) => (signal.aborted ? error.name : error.code));
}

const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
const TIMED_OUT = 'TimeoutError';

it.each([
  ['switches protocols', (socket) => socket.write(UPGRADE), 101],
  ['switches protocols and hangs up', (socket) => socket.end(UPGRADE), 101],
  ['says 101 with no protocol, then nothing', (socket) => socket.write('HTTP/1.1 101 Switching\r\n\r\n'), 101],
  ['says 100, then nothing', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), TIMED_OUT],
  ['says 103, then nothing', (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), TIMED_OUT],
  ['says 103, then hangs up', (socket) => socket.end('HTTP/1.1 103 Early Hints\r\n\r\n'), 'ECONNRESET'],
  ['hangs up', (socket) => socket.end(), 'ECONNRESET'],
  ['resets the connection', (socket) => socket.resetAndDestroy(), 'ECONNRESET'],
  ['says half a status line, then nothing', (socket) => socket.write('HTTP/1.1 20'), TIMED_OUT],
  ['says half a status line, then hangs up', (socket) => socket.end('HTTP/1.1 20'), 'ECONNRESET'],
  ['ends its answer never', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'), 200],
] satisfies [string, (socket: Socket) => void, unknown][])(
  'a post settles when the receiver %s',
  async (_name, answer, expected) => {
    expect(await outcome(answer)).toBe(expected);
  },
);
