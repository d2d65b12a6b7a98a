import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERBS } from '@/lib/queue/verbs';
import { anEndpoint, aPendingTodo, rowOf, type TestEndpoint } from '@/tests/support/queue';
import { type BearerProxy, bearerProxy } from './support/bearer-proxy';
import { installClientTools, runClientTool, type ToolRun } from './support/client-tools';
import { mcpSurface } from './support/surface';

const INSTALL_TIMEOUT_MS = 10 * 60_000;

const surface = mcpSurface();
let endpoint: TestEndpoint;
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'switchboard-client-tools-'));
  endpoint = await anEndpoint(surface.db, { verbs: [...VERBS] });
  await installClientTools();
}, INSTALL_TIMEOUT_MS);
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the official conformance suite', () => {
  const baseline = join(import.meta.dirname, 'conformance-baseline.yml');
  const expectedFailures = readFileSync(baseline, 'utf8')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('- '));
  let proxy: BearerProxy;
  beforeAll(async () => {
    proxy = await bearerProxy(surface, endpoint.token);
  });
  afterAll(() => proxy.close());

  it('fails where the baseline says so and nowhere else', async () => {
    const results = join(home, 'conformance');
    const target = ['--url', proxy.url, '--suite', 'all', '--expected-failures', baseline];
    const run = await runClientTool('conformance', ['server', ...target, '--output-dir', results], home);
    expect(run.code, run.stdout.slice(-4_000) + run.stderr).toBe(0);
    expect(readdirSync(results).length - expectedFailures.length).toBeGreaterThanOrEqual(6);
  });

  it('has a reason for every scenario of the baseline', () => {
    expect(expectedFailures.length).toBeGreaterThan(0);
    for (const line of expectedFailures) expect(line).toMatch(/^ {2}- [a-z0-9-]+ # .{10,}$/);
  });
});

describe('the Inspector on the command line', () => {
  const inspect = (...args: string[]): Promise<ToolRun> => {
    const target = ['--cli', surface.url, '--transport', 'http', '--header', `Authorization: Bearer ${endpoint.token}`];
    return runClientTool('inspector', [...target, ...args], home);
  };

  it('lists the tools and finds no error in their schemas', async () => {
    const run = await inspect('--method', 'tools/list', '--strict');
    expect(run.code, run.stderr).toBe(0);
    expect(JSON.parse(run.stdout).tools.map((tool: { name: string }) => tool.name)).toEqual([...VERBS]);
    const untyped = [...run.stderr.matchAll(/^ +Path: (.*)$/gm)].map((match) => match[1]);
    expect(untyped.sort()).toEqual(['payload', 'result', 'result'].map((name) => `inputSchema.properties.${name}`));
  });

  it('claims a todo, and is told so when it may not', async () => {
    const id = await aPendingTodo(surface.db, endpoint.scope);
    const call = ['--method', 'tools/call', '--tool-name', 'claim_next', '--tool-arg'];
    const claimed = await inspect(...call, 'require_fence=true');
    expect(claimed.code, claimed.stderr).toBe(0);
    expect(JSON.parse(claimed.stdout).structuredContent).toMatchObject({
      empty: false,
      todo: { id, state: 'claimed' },
    });
    expect((await rowOf(surface.db, id)).state).toBe('claimed');
    const refused = await inspect(...call, 'queue=docs');
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([5, { isError: true }]);
  });
});
