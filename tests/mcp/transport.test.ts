import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { anEndpoint, type TestEndpoint } from '@/tests/support/queue';
import { type Headers, INITIALIZE, initialize, LIST_TOOLS, post, send, toolCall } from './support/raw';
import { mcpSurface } from './support/surface';

const surface = mcpSurface({ SWITCHBOARD_ALLOWED_ORIGINS: 'https://agents.example' });
let endpoint: TestEndpoint;
let session: string;

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db);
  session = await initialize(surface, endpoint.token);
});

const bearer = () => ({ authorization: `Bearer ${endpoint.token}` });
const listTools = (headers: Headers = {}) =>
  post(surface, endpoint.token, LIST_TOOLS, { 'mcp-session-id': session, ...headers });
const errorOf = async (response: Response) => (await response.json()).error as { code: number; message: string };

describe('a bearer', () => {
  const sound = `sbk_${'A'.repeat(43)}`;
  const bad: Record<string, string | undefined> = {
    'is missing': undefined,
    'is only the scheme': 'Bearer',
    'is empty': 'Bearer ',
    'is of another scheme': 'Basic x',
    'is garbage': 'Bearer garbage',
    'was never minted': `Bearer ${sound}`,
    'is an operator token': `Bearer sbo_${'A'.repeat(43)}`,
  };

  it.each(Object.entries(bad))('that %s is the same 401 on POST, GET and DELETE', async (_title, authorization) => {
    const bodies = new Set<string>();
    for (const method of ['POST', 'GET', 'DELETE']) {
      const body = method === 'POST' ? JSON.stringify(INITIALIZE) : undefined;
      const headers = { authorization, accept: 'text/event-stream', 'content-type': 'application/json' };
      const response = await send(surface, method, { ...headers, 'mcp-session-id': session }, body);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="switchboard"');
      bodies.add(await response.text());
    }
    expect(bodies.size).toBe(1);
  });

  it('is taken whatever the case of its scheme', async () => {
    const response = await listTools({ authorization: `bearer ${endpoint.token}` });
    expect(response.status).toBe(200);
  });

  it('that was revoked or has expired reads like one that never was', async () => {
    const revoked = await anEndpoint(surface.db);
    const expired = await anEndpoint(surface.db);
    await surface.db.sql`update endpoints set revoked_at = now() where id = ${revoked.scope.endpointId}`;
    await surface.db.sql`update endpoints set expires_at = now() where id = ${expired.scope.endpointId}`;
    const unknown = await (await post(surface, sound, INITIALIZE)).text();
    for (const { token } of [revoked, expired]) {
      const response = await post(surface, token, INITIALIZE);
      expect(response.status).toBe(401);
      expect(await response.text()).toBe(unknown);
    }
  });
});

describe('an Origin', () => {
  it.each(['https://evil.test', 'null', 'http://localhost.evil.test'])(
    'of %s is 403 on every method',
    async (origin) => {
      for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS', 'PUT']) {
        const body = method === 'POST' ? JSON.stringify(INITIALIZE) : undefined;
        const response = await send(surface, method, { ...bearer(), origin, 'content-type': 'application/json' }, body);
        expect(response.status, method).toBe(403);
        expect(response.headers.get('mcp-session-id')).toBeNull();
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );

  it('of the server itself, or one the operator allows, is served', async () => {
    for (const origin of [surface.server.url, 'https://agents.example']) {
      expect((await listTools({ origin })).status).toBe(200);
    }
  });
});

describe('a Host', () => {
  const asked = (host: string, authorization = `Bearer ${endpoint.token}`) =>
    new Promise((resolve, reject) => {
      const call = request(surface.url, { method: 'POST', headers: { host, authorization } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      call.on('error', reject).end('{}');
    });

  it('under which nobody can mean a local server is 403, and to strangers 401 as ever', async () => {
    for (const host of ['evil.test', 'localhost.evil.test:3000', '127.0.0.1.evil.test'])
      expect(await asked(host), host).toBe(403);
    expect(await asked('evil.test', 'Bearer nobody')).toBe(401);
  });

  it('of this machine, or of an Origin that the operator allows, is taken', async () => {
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'agents.example'])
      expect(await asked(host), host).toBe(415);
  });
});

describe('methods', () => {
  it.each(['HEAD', 'PUT', 'PATCH', 'OPTIONS'])('%s is 405 with Allow and is no page', async (method) => {
    const response = await send(surface, method, bearer());
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST, DELETE');
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it('no path is redirected, and none answers with a page', async () => {
    for (const path of ['/', '/x', '?a=1']) {
      for (const method of ['GET', 'POST']) {
        const headers = { ...bearer(), 'content-type': 'application/json', accept: 'application/json' };
        const body = method === 'POST' ? JSON.stringify(LIST_TOOLS) : undefined;
        const response = await send(surface, method, headers, body, { path });
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.headers.get('content-type')).not.toContain('text/html');
      }
    }
  });
});

describe('Accept', () => {
  const admitted: Record<string, string | undefined> = {
    both: 'application/json, text/event-stream',
    'JSON alone': 'application/json',
    anything: '*/*',
    'any application': 'application/*',
    'nothing said': undefined,
    'both by quality': 'application/json;q=0.9, text/event-stream;q=0.8',
    'capital letters': 'Application/JSON',
  };

  it.each(Object.entries(admitted))('of %s gets JSON', async (_title, accept) => {
    const response = await listTools({ accept });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect((await response.json()).result.tools).toHaveLength(9);
  });

  it.each(['text/event-stream', 'application/json;q=0, */*'])('of %s gets one event', async (accept) => {
    const response = await listTools({ accept });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const [event, data] = (await response.text()).trim().split('\n');
    expect(event).toBe('event: message');
    expect(JSON.parse(data?.replace(/^data: /, '') ?? '')).toMatchObject({
      id: 1,
      result: { tools: expect.anything() },
    });
  });

  it('of something else is 406', async () => {
    expect((await listTools({ accept: 'text/html' })).status).toBe(406);
    const get = { ...bearer(), 'mcp-session-id': session, accept: 'application/json' };
    expect((await send(surface, 'GET', get)).status).toBe(406);
  });
});

describe('Content-Type', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('%s is taken', async (type) => {
    expect((await listTools({ 'content-type': type })).status).toBe(200);
  });

  it.each(['text/plain', 'text/plain; a=application/json', 'application/x-www-form-urlencoded'])(
    '%s is 415',
    async (type) => {
      expect((await listTools({ 'content-type': type })).status).toBe(415);
    },
  );

  it('that is missing, or an encoded body, is 415', async () => {
    const headers = { ...bearer(), 'mcp-session-id': session };
    expect((await send(surface, 'POST', headers, new Blob([JSON.stringify(LIST_TOOLS)]))).status).toBe(415);
    expect((await listTools({ 'content-encoding': 'gzip' })).status).toBe(415);
  });
});

describe('a body', () => {
  it('that is not JSON is -32700 with 400', async () => {
    for (const body of ['{', '', 'nonsense', '\ufeff[', '{"jsonrpc":"2.0",}']) {
      const response = await post(surface, endpoint.token, body);
      expect(response.status).toBe(400);
      expect((await errorOf(response)).code).toBe(-32700);
    }
  });

  it('that is not UTF-8 is -32700 with 400', async () => {
    const headers = { ...bearer(), 'content-type': 'application/json' };
    const response = await send(surface, 'POST', headers, new Uint8Array([0x22, 0xff, 0x22]));
    expect(response.status).toBe(400);
    expect((await errorOf(response)).code).toBe(-32700);
  });

  it('that nests 10,000 deep is a clear 400', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    const response = await post(surface, endpoint.token, deep);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toContain('deeper than 200');
  });

  const malformed: Record<string, unknown> = {
    'a number': 5,
    'another version': { ...LIST_TOOLS, jsonrpc: '1.0' },
    'no method': { jsonrpc: '2.0', id: 1 },
    'a method that is a number': { jsonrpc: '2.0', id: 1, method: 7 },
    'a null id': { ...LIST_TOOLS, id: null },
    'a fractional id': { ...LIST_TOOLS, id: 1.5 },
    'params in a list': { ...LIST_TOOLS, params: [] },
  };

  it.each(Object.entries(malformed))('that has %s is -32600 with 400', async (_title, message) => {
    const response = await post(surface, endpoint.token, message, { 'mcp-session-id': session });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).code).toBe(-32600);
  });

  it('of exactly 1 MiB is read, and one byte more is 413', async () => {
    const cap = 1024 * 1024;
    const padded = (size: number) => JSON.stringify(LIST_TOOLS).padEnd(size, ' ');
    expect((await post(surface, endpoint.token, padded(cap), { 'mcp-session-id': session })).status).toBe(200);
    expect((await post(surface, endpoint.token, padded(cap + 1), { 'mcp-session-id': session })).status).toBe(413);
  });

  it('beyond the cap without a content length is 413, also without a good bearer', async () => {
    const chunk = new TextEncoder().encode(' '.repeat(64 * 1024));
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          controller.enqueue(chunk);
        },
      });
    for (const authorization of [`Bearer ${endpoint.token}`, undefined]) {
      const headers = { authorization, 'content-type': 'application/json' };
      const status = await send(surface, 'POST', headers, endless()).then((response) => response.status);
      expect(status).toBe(413);
    }
  });
});

describe('messages', () => {
  it('a notification and an answer are 202 with no body', async () => {
    const notes = [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } },
      { jsonrpc: '2.0', id: 3, result: {} },
    ];
    for (const note of notes) {
      const response = await post(surface, endpoint.token, note, { 'mcp-session-id': session });
      expect(response.status).toBe(202);
      expect(await response.text()).toBe('');
    }
  });

  it('ping is answered under its own id, also a text', async () => {
    const response = await post(
      surface,
      endpoint.token,
      { jsonrpc: '2.0', id: 'p', method: 'ping' },
      { 'mcp-session-id': session },
    );
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
  });

  it('an unknown method is -32601, an unknown tool -32602', async () => {
    const unknown = { jsonrpc: '2.0', id: 1, method: 'prompts/list' };
    const method = await post(surface, endpoint.token, unknown, { 'mcp-session-id': session });
    expect((await errorOf(method)).code).toBe(-32601);
    for (const name of ['nope', 'toString', '__proto__', 5]) {
      const tool = await post(surface, endpoint.token, toolCall(name as string), { 'mcp-session-id': session });
      expect((await errorOf(tool)).code).toBe(-32602);
    }
  });

  it('arguments that are no object are -32602', async () => {
    for (const given of [[], 'text', 5]) {
      const response = await post(surface, endpoint.token, toolCall('list_todos', given), {
        'mcp-session-id': session,
      });
      expect((await errorOf(response)).code).toBe(-32602);
    }
  });

  it('malformed _meta is refused or ignored and never left unanswered', async () => {
    for (const meta of [5, { progressToken: {} }, { 'io.modelcontextprotocol/related-task': { taskId: 'x' } }]) {
      const list = { ...LIST_TOOLS, params: { _meta: meta } };
      expect((await post(surface, endpoint.token, list, { 'mcp-session-id': session })).status).toBe(200);
      const call = { ...toolCall('list_todos'), params: { name: 'list_todos', _meta: meta } };
      expect((await post(surface, endpoint.token, call, { 'mcp-session-id': session })).status).toBe(200);
    }
  });
});

describe('initialize', () => {
  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])('speaks revision %s', async (protocolVersion) => {
    const message = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } };
    const answer = await (await post(surface, endpoint.token, message)).json();
    expect(answer.result.protocolVersion).toBe(protocolVersion);
  });

  it.each(['2024-11-05', '2099-01-01'])('answers revision %s with the newest', async (protocolVersion) => {
    const message = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } };
    const answer = await (await post(surface, endpoint.token, message)).json();
    expect(answer.result.protocolVersion).toBe('2025-11-25');
  });

  it('says who serves and teaches the loop in at most 2,048 characters', async () => {
    const { result } = await (await post(surface, endpoint.token, INITIALIZE)).json();
    expect(result.serverInfo).toEqual({ name: 'switchboard', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(result.capabilities).toEqual({
      tools: {},
      resources: { subscribe: true },
      experimental: { 'claude/channel': {} },
    });
    expect(result.instructions.length).toBeLessThanOrEqual(2_048);
    for (const word of ['claim_next', 'heartbeat', 'complete', 'fail', 'release', 'conflict', 'never instructions']) {
      expect(result.instructions).toContain(word);
    }
  });

  it('without what it needs is -32602 and opens no session', async () => {
    const response = await post(surface, endpoint.token, { ...INITIALIZE, params: {} });
    expect(response.headers.get('mcp-session-id')).toBeNull();
    expect((await errorOf(response)).code).toBe(-32602);
  });
});

describe('MCP-Protocol-Version', () => {
  it('may be missing, or any revision that is spoken', async () => {
    for (const version of [undefined, '2025-03-26', '2025-06-18', '2025-11-25']) {
      expect((await listTools({ 'mcp-protocol-version': version })).status).toBe(200);
    }
  });

  it('of another revision is 400', async () => {
    expect((await listTools({ 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  });
});
