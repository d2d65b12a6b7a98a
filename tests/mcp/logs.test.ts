import { beforeAll, describe, expect, it } from 'vitest';
import { VERBS } from '@/lib/queue/verbs';
import { anEndpoint, type TestEndpoint } from '@/tests/support/queue';
import { callInFlight, initialize, post, rawTool, toolCall } from './support/raw';
import { mcpSurface } from './support/surface';

const surface = mcpSurface({ SWITCHBOARD_LOG_LEVEL: 'debug' });
let endpoint: TestEndpoint;
let session: string;

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db, { verbs: [...VERBS] });
  session = await initialize(surface, endpoint.token);
});

const call = async (name: string, args: object) => {
  const { result } = await rawTool(surface, endpoint.token, session, name, args);
  return result.structuredContent as Record<string, string> | undefined;
};

const linesOf = (verb: string) =>
  surface.server
    .logs()
    .split('\n')
    .filter((line) => line.includes(`"verb":"${verb}"`))
    .map((line) => JSON.parse(line));

describe('the log', () => {
  it('tells of each call who, what, how it ended and how long it took', async () => {
    await call('retry', { id: 'unknown' });
    await expect
      .poll(() => linesOf('retry'))
      .toEqual([
        {
          level: 'debug',
          time: expect.any(String),
          event: 'mcp_call',
          endpoint_id: endpoint.scope.endpointId,
          verb: 'retry',
          code: 'not_found',
          duration_ms: expect.any(Number),
        },
      ]);
  });

  it('never tells tokens, sessions, arguments or what workers wrote', async () => {
    const secrets = [
      'secret-title',
      'secret-payload',
      'secret-claimant',
      'secret-summary',
      'secret-result',
      'secret-argument',
    ];
    const [title, payload, claimant, summary, result, argument] = secrets;
    const id = (await call('create_todo', { queue: 'ci', title, payload }))?.id;
    const claimed = await call('claim', { id, claimant, require_fence: true });
    await call('claim', { id, [String(argument)]: 1 });
    await call('complete', { id, lease_token: 'secret-guess', summary, artifact: 'javascript:secret-artifact' });
    await call('complete', {
      id,
      lease_token: claimed?.lease_token,
      summary,
      result,
      artifact: 'https://secret-artifact.test',
    });
    await expect.poll(() => linesOf('complete').length).toBe(2);
    const logs = surface.server.logs();
    for (const secret of ['secret-', endpoint.token, session, String(claimed?.lease_token)])
      expect(logs).not.toContain(secret);
  });
});

describe('a caller that hangs up', () => {
  it.each(['application/json', 'text/event-stream'])('ends its wait for %s at once', async (accept) => {
    const before = linesOf('wait_for_todo').length;
    const controller = new AbortController();
    const waiting = fetch(surface.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${endpoint.token}`,
        'content-type': 'application/json',
        'mcp-session-id': session,
        accept,
      },
      body: JSON.stringify(toolCall('wait_for_todo', { timeout_seconds: 120 })),
      signal: controller.signal,
    });
    waiting.catch(() => {});
    await callInFlight();
    controller.abort();
    await expect.poll(() => linesOf('wait_for_todo').length, { timeout: 3_000 }).toBe(before + 1);
    expect(
      (await post(surface, endpoint.token, { jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-session-id': session }))
        .status,
    ).toBe(200);
  });
});
