import { describe, expect, it } from 'vitest';
import { revokeEndpoint } from '@/lib/store/endpoints/revoke-endpoint';
import { rotateEndpoint } from '@/lib/store/endpoints/rotate-endpoint';
import { anEndpoint, aPendingTodo, rowOf } from '@/tests/support/queue';
import { attach } from './support/doorbell';
import { initialize, type OpenStream, rawTool, readStream } from './support/raw';
import { type Surface, startSurface, stopSurface } from './support/surface';
import { twoInstances } from './support/two-instances';

const METRICS_TOKEN = 'm'.repeat(32);
const { one, other, elsewhere } = twoInstances({ SWITCHBOARD_METRICS_TOKEN: METRICS_TOKEN });

function knock(surface: Surface, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
  return fetch(`${surface.server.url}/api/doorbell`, { headers, redirect: 'manual', ...init });
}

async function listen(surface: Surface, token: string, headers: Record<string, string> = {}): Promise<OpenStream> {
  const controller = new AbortController();
  const response = await knock(
    surface,
    { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    { signal: controller.signal },
  );
  const stream = readStream(response, controller);
  await stream.until(/open/);
  return stream;
}

interface Event {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** Waits until so many events have come. */
async function eventsOf(stream: OpenStream, count: number): Promise<Event[]> {
  const text = await stream.until(new RegExp(`(?:data: [^\\n]*\\n\\n[^]*?){${count}}`));
  return [...text.matchAll(/^id: (.+)\nevent: (.+)\ndata: (.+)\n\n/gm)].map(([, id = '', event = '', data = '']) => ({
    id,
    event,
    data: JSON.parse(data),
  }));
}

const ready = (todo_id: string, queue = 'ci') => ({
  id: expect.any(String),
  event: 'todo_ready',
  data: { todo_id, queue },
});

describe('GET /api/doorbell', () => {
  it('rings for the three oldest todos, then for each that becomes claimable, by ids alone', async () => {
    const { scope, token } = await anEndpoint(one.db);
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) ids.push(await aPendingTodo(one.db, scope, { title: 'T1TLE' }));
    const stream = await listen(one, token);
    expect(await eventsOf(stream, 3)).toEqual(ids.slice(0, 3).map((id) => ready(id)));
    const id = await elsewhere((db) => aPendingTodo(db, scope, { title: 'T1TLE', payload: 'p4yl04d' }));
    const events = await eventsOf(stream, 4);
    expect(events[3]).toEqual(ready(id));
    expect(await stream.until(/open/)).not.toMatch(/T1TLE|p4yl04d/);
    stream.abort();
  });

  it('goes on after Last-Event-ID on another instance, and takes an id that is none of its own for none', async () => {
    const { scope, token } = await anEndpoint(one.db);
    for (let i = 0; i < 4; i += 1) await aPendingTodo(one.db, scope);
    const first = await listen(one, token);
    const heard = await eventsOf(first, 3);
    first.abort();
    const missed = [await aPendingTodo(one.db, scope), await aPendingTodo(one.db, scope)];
    const again = await listen(other, token, { 'last-event-id': heard[2]?.id ?? '' });
    const events = await eventsOf(again, 5);
    expect(events.slice(0, 3).map(({ data }) => data)).toEqual(heard.map(({ data }) => data));
    expect(events.slice(3)).toEqual(missed.map((id) => ready(id)));
    again.abort();
    for (const id of ['x', '9'.repeat(40), `${'9'.repeat(17)}-`, "1-'; --"]) {
      const stream = await listen(other, token, { 'last-event-id': id });
      await eventsOf(stream, 3);
      stream.abort();
    }
  });

  it('takes its turn with the sessions of its endpoint', async () => {
    const { scope, token } = await anEndpoint(one.db);
    const stream = await listen(one, token);
    const session = await attach(one, token);
    const ids = [await aPendingTodo(one.db, scope)];
    await elsewhere(async (db) => ids.push(await aPendingTodo(db, scope), await aPendingTodo(db, scope)));
    await session.rung(1);
    await eventsOf(stream, 1);
    expect(await rowOf(one.db, ids[1] ?? '')).toMatchObject({ rings: 1 });
    stream.abort();
    session.stream.abort();
  });

  it('opens at once, uncompressed and unbuffered', async () => {
    const { token } = await anEndpoint(one.db);
    const stream = await listen(one, token, { 'accept-encoding': 'gzip, br' });
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    stream.abort();
  });
});

describe('whoever may not listen', () => {
  it('is refused as at /api/mcp', async () => {
    const { token } = await anEndpoint(one.db);
    const authorization = `Bearer ${token}`;
    const refused: [status: number, headers: Record<string, string>, init?: RequestInit][] = [
      [401, {}],
      [401, { authorization: `Bearer sbk_${'A'.repeat(43)}` }],
      [403, { authorization, origin: 'https://evil.test' }],
      [405, { authorization }, { method: 'POST', body: '{}' }],
      [405, { authorization }, { method: 'DELETE' }],
      [406, { authorization, accept: 'application/json' }],
    ];
    for (const [status, headers, init] of refused) expect((await knock(one, headers, init)).status).toBe(status);
    expect((await knock(one, {})).headers.get('www-authenticate')).toBe('Bearer realm="switchboard"');
    expect((await knock(one, { authorization }, { method: 'PUT' })).headers.get('allow')).toBe('GET');
  });

  it('is held to the limit of its endpoint', async () => {
    const own = await startSurface({ env: { SWITCHBOARD_MCP_RATE_PER_SECOND: '1', SWITCHBOARD_MCP_RATE_BURST: '1' } });
    const { token } = await anEndpoint(own.db);
    const stream = await listen(own, token);
    const response = await knock(own, { authorization: `Bearer ${token}` });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
    stream.abort();
    await stopSurface(own);
  });

  it('is cut off when the token is rotated or the endpoint revoked', async () => {
    for (const end of [rotateEndpoint, revokeEndpoint]) {
      const { scope, human, token } = await anEndpoint(one.db);
      const stream = await listen(one, token);
      await end(one.db, human, scope.endpointId);
      await stream.ended;
      expect((await knock(one, { authorization: `Bearer ${token}` })).status).toBe(401);
    }
  });
});

describe('streams', () => {
  const openStreams = async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${one.server.url}/metrics`, { headers })).text();
    return { clients: Number(/^switchboard_sse_clients (\d+)$/m.exec(text)?.[1]), text };
  };

  it('are counted, and freed when their clients vanish', async () => {
    const { token } = await anEndpoint(one.db);
    const before = (await openStreams()).clients;
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(one, token)));
    expect((await openStreams()).clients).toBe(before + 20);
    for (const stream of streams) stream.abort();
    await expect.poll(async () => (await openStreams()).clients, { timeout: 5_000 }).toBe(before);
  });

  it('that are not there are told by the metric', async () => {
    const { token } = await anEndpoint(one.db, { verbs: ['create_todo'] });
    const session = await initialize(one, token);
    const counted = async (result: string) =>
      Number(
        new RegExp(`^switchboard_doorbells_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(
          (await openStreams()).text,
        )?.[1] ?? 0,
      );
    const [rung, unheard] = [await counted('rung'), await counted('no_stream')];
    await rawTool(one, token, session, 'create_todo', { queue: 'ci', title: 'Fix flaky deploy test' });
    expect([await counted('rung'), await counted('no_stream')]).toEqual([rung, unheard + 1]);
    const stream = await listen(one, token);
    await eventsOf(stream, 1);
    expect([await counted('rung'), await counted('no_stream')]).toEqual([rung + 1, unheard + 1]);
    stream.abort();
  });

  it('of one endpoint are a hundred, and the oldest makes room', async () => {
    const { token } = await anEndpoint(one.db);
    const oldest = await listen(one, token);
    const streams = await Promise.all(Array.from({ length: 100 }, () => listen(one, token)));
    await oldest.ended;
    for (const stream of streams) stream.abort();
  });
});
