import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../support/agent-stream';
import { startServer, type TestServer } from '../support/server';

const SOCKETS = 1_000;
let server: TestServer;

beforeAll(async () => {
  server = await startServer({});
});
afterAll(() => server.stop());

const post = (path: string, extra = '') =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 5000\r\n${extra}\r\n`;

/** How each kind of slow client begins; afterwards it sends a byte a second. */
const KINDS: Record<string, (url: string) => string> = {
  'says nothing': () => '',
  'never ends the head': () => 'GET /signin HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ',
  'sends the body of a sign-in slowly': (url) => post('/signin', `origin: ${url}\r\n`),
  'sends the body of a theme slowly': (url) => post('/theme', `origin: ${url}\r\n`),
  'sends the body of an auth call slowly': () => post('/api/auth/callback/link'),
  'sends an MCP call slowly': () => post('/api/mcp'),
  'sends a delivery slowly': () => post('/api/webhooks/sbh_unknown'),
  'sends the head of its second request slowly': () =>
    'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nGET /healthz HTTP/1.1\r\nx-slow: ',
};

/** The seconds after which the server has closed the connection. */
function slowClient(begin: string, every: NodeJS.Timeout[]): Promise<number> {
  const since = performance.now();
  return new Promise((resolve) => {
    const socket: Socket = connect(server.port, '127.0.0.1', () => {
      socket.write(begin);
      if (begin !== '') every.push(setInterval(() => socket.writable && socket.write('a'), 1_000));
    });
    socket.on('data', () => {}).on('error', () => {});
    socket.on('close', () => resolve((performance.now() - since) / 1_000));
  });
}

test('a thousand slow clients are closed within 15 seconds or so, while others are served and a stream stays', async () => {
  const stream = await openStream(server.url, server.databaseUrl);
  let streamOpen = true;
  void stream.ended.finally(() => {
    streamOpen = false;
  });
  const intervals: NodeJS.Timeout[] = [];
  const kinds = Object.entries(KINDS);
  const clients = Array.from({ length: SOCKETS }, (_, n) => {
    const [kind, begin] = kinds[n % kinds.length] ?? ['', () => ''];
    return slowClient(begin(server.url), intervals).then((seconds) => ({ kind, seconds }));
  });
  const slowest = { healthz: 0 };
  const probing = setInterval(async () => {
    const since = performance.now();
    const answer = await fetch(`${server.url}/healthz`);
    expect(answer.status).toBe(200);
    slowest.healthz = Math.max(slowest.healthz, performance.now() - since);
  }, 500);
  const closed = await Promise.all(clients);
  for (const timer of [probing, ...intervals]) clearInterval(timer);
  const latest: Record<string, number> = {};
  for (const { kind, seconds } of closed) latest[kind] = Math.max(latest[kind] ?? 0, Math.round(seconds * 10) / 10);
  process.stdout.write(`slow clients, seconds until closed: ${JSON.stringify({ ...latest, ...slowest })}\n`);
  // On a machine with nothing else to do it is 10.5 for heads and 16 for bodies; Next alone takes 66 and for ever.
  expect(Math.max(...Object.values(latest))).toBeLessThan(40);
  expect(slowest.healthz).toBeLessThan(20_000);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(streamOpen).toBe(true);
});
