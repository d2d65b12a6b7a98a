import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { anEndpoint, aPendingTodo, lapseLease, rowOf, type TestEndpoint } from '@/tests/support/queue';
import { callTool, codeOf, mcpSurface, sdkClient } from './support/surface';

const surface = mcpSurface();
let endpoint: TestEndpoint;
let supervisor: Client;
let agent: Client;

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db);
  supervisor = await sdkClient(surface, endpoint.token);
  agent = await sdkClient(surface, endpoint.token);
});

async function fenced(maxAttempts?: number): Promise<{ id: string; token: string }> {
  const id = await aPendingTodo(surface.db, endpoint.scope, maxAttempts === undefined ? {} : { maxAttempts });
  return { id, token: await claimFenced(id) };
}

async function claimFenced(id: string): Promise<string> {
  const claimed = await callTool(supervisor, 'claim', { id, require_fence: true });
  return String(claimed.structuredContent.lease_token);
}

const REPORTS = ['heartbeat', 'complete', 'fail', 'release'] as const;

describe('a fenced attempt', () => {
  it.each(REPORTS)('refuses %s without its token, and with a wrong one, in the same words', async (verb) => {
    const { id, token } = await fenced();
    const other = await fenced();
    const texts = new Set<string>();
    for (const lease_token of [undefined, '', 'guess', `${token}x`, other.token]) {
      const refused = await callTool(agent, verb, { id, ...(lease_token !== undefined && { lease_token }) });
      expect(codeOf(refused)).toBe('conflict');
      texts.add(JSON.stringify(refused.content));
    }
    expect(texts.size).toBe(1);
    expect([...texts][0]).not.toMatch(/fence|token/i);
    expect((await rowOf(surface.db, id)).state).toBe('claimed');
    const served = await callTool(agent, verb, { id, lease_token: token });
    expect(served.isError).toBeFalsy();
  });

  it('of a stale worker stays out of the attempt that took over', async () => {
    const { id, token } = await fenced(2);
    await lapseLease(surface.db, id);
    const second = await claimFenced(id);
    for (const verb of REPORTS)
      expect(codeOf(await callTool(agent, verb, { id, lease_token: token }))).toBe('conflict');
    expect((await callTool(supervisor, 'fail', { id, lease_token: second })).structuredContent).toMatchObject({
      dead_letter: true,
    });
    for (const verb of REPORTS) {
      for (const lease_token of [token, second]) {
        expect(codeOf(await callTool(agent, verb, { id, lease_token }))).toBe('conflict');
      }
    }
  });

  it('gives its token this once, and only its hash is stored', async () => {
    const { id, token } = await fenced();
    const read = await callTool(supervisor, 'get_todo', { id });
    const beat = await callTool(supervisor, 'heartbeat', { id, lease_token: token });
    expect(JSON.stringify([read, beat])).not.toContain(token);
    expect(token).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    const [attempt] = await surface.db.sql`
      select lease_token_hash = sha256(${token}::text::bytea) as hashed from todo_attempts where todo_id = ${id}`;
    expect(attempt?.hashed).toBe(true);
  });
});

describe('an unfenced attempt', () => {
  it('works without a token, and refuses one', async () => {
    const id = await aPendingTodo(surface.db, endpoint.scope);
    const claimed = await callTool(agent, 'claim', { id, require_fence: false });
    expect(claimed.structuredContent).not.toHaveProperty('lease_token');
    expect(codeOf(await callTool(agent, 'complete', { id, lease_token: 'made up' }))).toBe('conflict');
    expect((await callTool(agent, 'complete', { id })).structuredContent).toMatchObject({ state: 'done' });
  });
});

describe('a lease', () => {
  it('survives its session: another one of the same bearer goes on with the token', async () => {
    const { id, token } = await fenced();
    await supervisor.close();
    supervisor = await sdkClient(surface, endpoint.token);
    expect((await callTool(supervisor, 'heartbeat', { id, lease_token: token })).isError).toBeFalsy();
    expect((await callTool(supervisor, 'complete', { id, lease_token: token })).isError).toBeFalsy();
  });
});
