import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SESSIONS_MAX_PER_ENDPOINT } from '@/lib/store/mcp-sessions/create-session';
import { endIdleMcpSessions } from '@/lib/store/sweeps/end-idle-mcp-sessions';
import { anEndpoint, aPendingTodo } from '@/tests/support/queue';
import { INITIALIZE, initialize, post, rawTool, send } from './support/raw';
import { mcpSurface } from './support/surface';
import { vitalsOf, WITH_VITALS } from './support/vitals';

const CYCLES = 2_000;
const AT_ONCE = 50;

const surface = mcpSurface(WITH_VITALS);

const tell = (what: string, figures: object) => process.stdout.write(`${what} ${JSON.stringify(figures)}\n`);

/** Runs so many, some at once. */
async function times(count: number, act: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** A stream on a bare socket, once its first bytes are there. */
async function openRaw(token: string, session: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(surface.url);
  const socket = connect(Number(port), hostname);
  const headers = [`host: ${hostname}`, `authorization: Bearer ${token}`, `mcp-session-id: ${session}`];
  socket.write(`GET ${pathname} HTTP/1.1\r\naccept: text/event-stream\r\n${headers.join('\r\n')}\r\n\r\n`);
  await new Promise<void>((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.includes(': open')) resolve();
    });
    socket.on('close', () => reject(new Error(`closed at: ${text}`)));
    socket.on('error', reject);
  });
  return socket.removeAllListeners('close');
}

describe('streams that are opened and vanish', () => {
  it(`leave nothing behind: ${CYCLES} of them, half reset and half ended without a word`, async () => {
    const { token } = await anEndpoint(surface.db);
    const sessions = await Promise.all(Array.from({ length: AT_ONCE }, () => initialize(surface, token)));
    const cycle = async (n: number) => {
      const socket = await openRaw(token, sessions[n % AT_ONCE] ?? '');
      if (n % 2) socket.resetAndDestroy();
      else socket.destroy();
    };
    await times(200, cycle);
    await expect.poll(async () => (await vitalsOf(surface)).streams, { timeout: 10_000 }).toBe(0);
    const before = await vitalsOf(surface);
    await times(CYCLES, cycle);
    await expect.poll(async () => (await vitalsOf(surface)).streams, { timeout: 28_000 }).toBe(0);
    await expect
      .poll(async () => (await vitalsOf(surface)).sockets, { timeout: 20_000, interval: 500 })
      .toBeLessThanOrEqual(before.sockets + 5);
    const grown = async () => (await vitalsOf(surface)).heapMb - before.heapMb;
    await expect.poll(grown, { timeout: 60_000, interval: 2_000 }).toBeLessThan(30);
    const after = await vitalsOf(surface);
    expect(after.intervals).toBe(before.intervals);
    // A loop listens while it waits and not while it works: a few come and go.
    expect(after.listeners).toBeLessThanOrEqual(before.listeners + 5);
    expect(after.listeners).toBeGreaterThan(0);
    const [connections] = await surface.db.sql`
        select count(*)::int as held from pg_stat_activity
        where datname = current_database() and application_name = 'switchboard' and pid <> pg_backend_pid()`;
    // The pool, the listener, and the pool of this test.
    expect(connections?.held).toBeLessThanOrEqual(20 + 1 + surface.db.sql.figures.open);
    expect(surface.server.logs()).not.toMatch(/MaxListenersExceeded|unhandled|write after end/i);
    tell('streams that vanish', { before, after, connections });
  }, 180_000);
});

describe('sessions that nobody ends', () => {
  it('are bounded: 5,000 of one endpoint, whose lease goes on in a new one', async () => {
    const { scope, token } = await anEndpoint(surface.db);
    const first = await initialize(surface, token);
    const id = await aPendingTodo(surface.db, scope);
    await rawTool(surface, token, first, 'claim', { id });
    const before = await vitalsOf(surface);
    await times(5_000, async () => {
      const response = await post(surface, token, INITIALIZE);
      expect(response.status).toBe(200);
      await response.text();
    });
    const after = await vitalsOf(surface);
    const [row] = await surface.db.sql`
        select count(*)::int as sessions from mcp_sessions where endpoint_id = ${scope.endpointId}`;
    expect(row?.sessions).toBeLessThanOrEqual(SESSIONS_MAX_PER_ENDPOINT + AT_ONCE);
    expect(after.heapMb - before.heapMb).toBeLessThan(60);
    const fresh = await initialize(surface, token);
    expect((await rawTool(surface, token, fresh, 'complete', { id })).result.isError).toBeUndefined();
    await surface.db.sql`update mcp_sessions set last_seen_at = now() - interval '31 minutes'`;
    await endIdleMcpSessions(surface.db);
    expect((await vitalsOf(surface)).sessions).toBe(0);
    tell('sessions that nobody ends', { before, after, row });
  }, 180_000);
});

describe('bodies beyond the cap', () => {
  it('are refused as they come, chunked or zipped, and memory stays flat', async () => {
    const { token } = await anEndpoint(surface.db);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const chunk = new Uint8Array(256 * 1024).fill(32);
    const chunks = () => {
      let left = 32;
      return new ReadableStream({ pull: (to) => (left-- > 0 ? to.enqueue(chunk) : to.close()) });
    };
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const before = await vitalsOf(surface);
    const statuses = new Set<number>();
    await times(300, async (n) => {
      const zipped = n % 3 === 0;
      const body = zipped ? bomb : chunks();
      const more = zipped ? { 'content-encoding': 'gzip' } : {};
      const response = await send(surface, 'POST', { ...headers, ...more }, body);
      statuses.add(response.status);
      await response.text();
    });
    const after = await vitalsOf(surface);
    tell('bodies beyond the cap', { before, after, bombBytes: bomb.length });
    expect([...statuses].sort()).toEqual([413, 415]);
    expect(after.heapMb + after.externalMb - before.heapMb - before.externalMb).toBeLessThan(30);
  }, 120_000);
});
