import { beforeAll, describe, expect, it } from 'vitest';
import { anEndpoint, aPendingTodo, rowOf, type TestEndpoint } from '@/tests/support/queue';
import {
  callInFlight,
  type Headers,
  INITIALIZE,
  LIST_TOOLS,
  post,
  rawTool,
  send as sendRaw,
  toolCall,
} from './support/raw';
import { mcpSurface, startSurface, stopSurface } from './support/surface';

const surface = mcpSurface();
let endpoint: TestEndpoint;
let session: string;

/** A session that agreed on a revision of MCP. */
async function sessionOf(protocolVersion: string, token = endpoint.token, at = surface): Promise<string> {
  const message = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } };
  return (await post(at, token, message)).headers.get('mcp-session-id') ?? '';
}

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db);
  session = await sessionOf('2025-03-26');
});

const send = (messages: unknown, headers: Headers = {}) =>
  post(surface, endpoint.token, messages, { 'mcp-session-id': session, ...headers });

const NOTE = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe('a batch of revision 2025-03-26', () => {
  it('is served in its order, each request under its own id', async () => {
    const id = await aPendingTodo(surface.db, endpoint.scope);
    const messages = [
      toolCall('claim', { id }, 'a'),
      NOTE,
      toolCall('complete', { id }, 7),
      { ...LIST_TOOLS, id: 'b' },
      { ...LIST_TOOLS, id: 'c', method: 'no/such' },
      { jsonrpc: '2.0', id: 3, result: {} },
      toolCall('complete', { id }, 8),
    ];
    const response = await send(messages);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    const answers = await response.json();
    expect(answers.map((answer: { id: unknown }) => answer.id)).toEqual(['a', 7, 'b', 'c', 8]);
    expect(answers[0].result.structuredContent).toMatchObject({ id, state: 'claimed' });
    expect(answers[1].result.structuredContent).toMatchObject({ id, state: 'done' });
    expect(answers[3].error.code).toBe(-32601);
    expect(answers[4].result).toMatchObject({ isError: true });
    expect((await rowOf(surface.db, id)).state).toBe('done');
  });

  it('is one event for a client that takes nothing else', async () => {
    const response = await send([LIST_TOOLS, { ...LIST_TOOLS, id: 2 }], { accept: 'text/event-stream' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const data = (await response.text()).split('\n').find((line) => line.startsWith('data: ')) ?? '';
    expect(JSON.parse(data.slice('data: '.length))).toHaveLength(2);
  });

  it('of notifications and answers alone is 202 with no body', async () => {
    const response = await send([NOTE, { jsonrpc: '2.0', id: 3, result: {} }]);
    expect([response.status, await response.text()]).toEqual([202, '']);
  });

  it('holds a wait, whose answer comes when there is one', async () => {
    const own = await anEndpoint(surface.db, { verbs: ['wait_for_todo', 'create_todo'] });
    const session = await sessionOf('2025-03-26', own.token);
    const headers = { 'mcp-session-id': session };
    const waiting = post(surface, own.token, [toolCall('wait_for_todo', { timeout_seconds: 60 }, 'w')], headers);
    await callInFlight();
    const { result } = await rawTool(surface, own.token, session, 'create_todo', { queue: 'ci', title: 't' });
    const { id } = result.structuredContent as { id: string };
    expect(await (await waiting).json()).toMatchObject([
      { id: 'w', result: { structuredContent: { todo_ids: [id] } } },
    ]);
  });

  it('tells what was served before its session ended', async () => {
    const own = await anEndpoint(surface.db);
    const headers = { 'mcp-session-id': await sessionOf('2025-03-26', own.token) };
    const id = await aPendingTodo(surface.db, own.scope);
    const messages = [
      toolCall('claim', { id }, 'c'),
      toolCall('wait_for_todo', { timeout_seconds: 60 }, 'w'),
      LIST_TOOLS,
    ];
    const waiting = post(surface, own.token, messages, headers);
    await callInFlight();
    await sendRaw(surface, 'DELETE', { authorization: `Bearer ${own.token}`, ...headers });
    expect(await (await waiting).json()).toMatchObject([
      { id: 'c', result: { structuredContent: { id, state: 'claimed' } } },
      { id: 'w', result: { structuredContent: { ready: 0 } } },
      { id: LIST_TOOLS.id, error: { code: -32001 } },
    ]);
  });

  it('is not gone on with when its client has hung up', async () => {
    const own = await anEndpoint(surface.db, { queues: ['ci', 'docs'] });
    const id = await aPendingTodo(surface.db, own.scope, { queue: 'docs' });
    const body = JSON.stringify([
      toolCall('wait_for_todo', { queue: 'ci', timeout_seconds: 60 }),
      toolCall('claim', { id }),
    ]);
    const headers = {
      authorization: `Bearer ${own.token}`,
      'mcp-session-id': await sessionOf('2025-03-26', own.token),
      'content-type': 'application/json',
    };
    const hangUp = new AbortController();
    const waiting = sendRaw(surface, 'POST', headers, body, { signal: hangUp.signal }).catch(() => 'hung up');
    await callInFlight();
    hangUp.abort();
    expect(await waiting).toBe('hung up');
    await callInFlight();
    expect((await rowOf(surface.db, id)).state).toBe('pending');
  });

  const refused: Record<string, unknown[]> = {
    'nothing in it': [],
    'something that is no message': [LIST_TOOLS, 5],
    'a batch in it': [[LIST_TOOLS]],
    'an initialize in it': [LIST_TOOLS, INITIALIZE],
  };

  it.each(Object.entries(refused))('with %s is 400, and none of it is done', async (_title, messages) => {
    const id = await aPendingTodo(surface.db, endpoint.scope);
    const response = await send(messages.length === 0 ? [] : [toolCall('claim', { id }), ...messages]);
    expect([response.status, (await response.json()).error.code]).toEqual([400, -32600]);
    expect((await rowOf(surface.db, id)).state).toBe('pending');
  });

  it('of more than 50 messages is 413, and none of it is done', async () => {
    const id = await aPendingTodo(surface.db, endpoint.scope);
    const notes = Array.from({ length: 50 }, () => NOTE);
    expect((await send([...notes.slice(1), toolCall('claim', { id })])).status).toBe(200);
    const other = await aPendingTodo(surface.db, endpoint.scope);
    const response = await send([...notes, toolCall('claim', { id: other })]);
    expect([response.status, (await response.json()).error.message]).toEqual([413, expect.stringContaining('50')]);
    expect((await rowOf(surface.db, other)).state).toBe('pending');
  });

  it('needs its session as any call does', async () => {
    expect((await send([LIST_TOOLS], { 'mcp-session-id': undefined })).status).toBe(400);
    expect((await send([LIST_TOOLS], { 'mcp-session-id': 'unknown' })).status).toBe(404);
  });
});

describe('a batch of a later revision', () => {
  it.each(['2025-06-18', '2025-11-25'])(
    '%s is 400, by what the session agreed on and by its header',
    async (revision) => {
      const later = await sessionOf(revision);
      for (const headers of [{ 'mcp-session-id': later }, { 'mcp-protocol-version': revision }]) {
        const response = await send([LIST_TOOLS], headers);
        expect([response.status, (await response.json()).error]).toMatchObject([400, { code: -32600 }]);
      }
    },
  );
});

describe('the limiter', () => {
  it('counts every message of a batch', async () => {
    const limited = await startSurface({
      env: { SWITCHBOARD_MCP_RATE_PER_SECOND: '1', SWITCHBOARD_MCP_RATE_BURST: '20' },
    });
    try {
      const { token } = await anEndpoint(limited.db);
      const headers = { 'mcp-session-id': await sessionOf('2025-03-26', token, limited) };
      const ten = Array.from({ length: 10 }, () => LIST_TOOLS);
      expect((await post(limited, token, ten, headers)).status).toBe(200);
      const response = await post(limited, token, ten, headers);
      expect([response.status, Number(response.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    } finally {
      await stopSurface(limited);
    }
  });
});
