import { beforeAll, describe, expect, it } from 'vitest';
import { anEndpoint, type TestEndpoint } from '@/tests/support/queue';
import { callInFlight, initialize, openStream, rawTool } from './support/raw';
import { mcpSurface, startSurface, stopSurface } from './support/surface';

const METRICS_TOKEN = 'm'.repeat(32);

const surface = mcpSurface({ SWITCHBOARD_METRICS_TOKEN: METRICS_TOKEN });
let endpoint: TestEndpoint;

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db);
});

const newStream = async () => {
  const session = await initialize(surface, endpoint.token);
  const stream = await openStream(surface, endpoint.token, session);
  await stream.until(/open/);
  return { session, stream };
};

describe('the GET stream', () => {
  it('opens at once, uncompressed and unbuffered', async () => {
    const { stream } = await newStream();
    expect(stream.response.status).toBe(200);
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    stream.abort();
  });

  it('carries a comment at least every 15 seconds, and nothing else while all is quiet', async () => {
    const { stream } = await newStream();
    const startedAt = performance.now();
    const text = await stream.until(/keep-alive/);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith(':'))).toEqual([]);
    stream.abort();
  });

  it('of a session is one: a second is served at once and ends the first', async () => {
    const { session, stream } = await newStream();
    const second = await openStream(surface, endpoint.token, session);
    expect(second.response.status).toBe(200);
    await stream.ended;
    await second.until(/open/);
    second.abort();
  });

  it('ends with the DELETE of its session', async () => {
    const { session, stream } = await newStream();
    const headers = { authorization: `Bearer ${endpoint.token}`, 'mcp-session-id': session };
    expect((await fetch(surface.url, { method: 'DELETE', headers })).status).toBe(204);
    await stream.ended;
  });

  it('ends when its session is ended by another process', async () => {
    const { session, stream } = await newStream();
    await surface.db.sql`delete from mcp_sessions where id = ${session}`;
    await stream.ended;
  });
});

describe('shutdown', () => {
  it('ends streams in order and answers waits', async () => {
    const own = await startSurface({});
    const { token } = await anEndpoint(own.db);
    const session = await initialize(own, token);
    const stream = await openStream(own, token, session);
    await stream.until(/open/);
    const waiting = rawTool(own, token, session, 'wait_for_todo', { timeout_seconds: 60 });
    await callInFlight();
    const startedAt = performance.now();
    const stopped = stopSurface(own);
    await stream.ended;
    expect((await waiting).result.structuredContent).toEqual({ ready: 0, todo_ids: [] });
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });
});

describe('streams that vanish', () => {
  const openStreams = async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${surface.server.url}/metrics`, { headers })).text();
    return Number(/^switchboard_sse_clients (\d+)$/m.exec(text)?.[1]);
  };

  it('leave nothing behind', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => initialize(surface, endpoint.token)));
    for (let round = 0; round < 10; round += 1) {
      const streams = await Promise.all(sessions.map((session) => openStream(surface, endpoint.token, session)));
      await Promise.all(streams.map((stream) => stream.until(/open/)));
      expect(await openStreams()).toBeGreaterThanOrEqual(20);
      for (const stream of streams) stream.abort();
    }
    await expect.poll(openStreams, { timeout: 5_000 }).toBe(0);
    expect(surface.server.logs()).not.toMatch(/MaxListenersExceeded|unhandled|write after end/i);
  });
});
