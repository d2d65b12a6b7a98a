import { afterAll, beforeAll, expect, it } from 'vitest';
import { anEndpoint, aPendingTodo } from '@/tests/support/queue';
import { type RoundRobin, startRoundRobin } from '@/tests/support/round-robin';
import { attach } from './support/doorbell';
import { initialize, rawTool } from './support/raw';
import { mcpSurface } from './support/surface';

/** `TEST_STREAM_SECONDS=420` holds it for seven minutes, behind a proxy as patient as load balancers are. */
const HOLD_SECONDS = Number(process.env.TEST_STREAM_SECONDS ?? 40);
const CUT_IDLE_MS = HOLD_SECONDS >= 120 ? 60_000 : 20_000;
const SILENT_AT_MOST_MS = 25_000;

const surface = mcpSurface();
let proxy: RoundRobin;

beforeAll(async () => {
  proxy = await startRoundRobin([surface.server.url], { cutIdleMs: CUT_IDLE_MS });
});
afterAll(() => proxy.stop());

it(
  'an idle stream outlives a proxy that cuts idle connections, and rings at the end; so does one without proxy',
  async () => {
    const verbs = ['create_todo', 'wait_for_todo', 'claim_next'];
    const through = { ...surface, url: `${proxy.url}/api/mcp` };
    const held = await Promise.all(
      [through, surface].map(async (way) => {
        const { scope, token } = await anEndpoint(surface.db, { verbs });
        return { scope, token, attached: await attach(way, token) };
      }),
    );
    const until = performance.now() + HOLD_SECONDS * 1_000;
    const comments = async (text: string) => text.split(': keep-alive').length - 1;
    for (let seen = 0; performance.now() < until; seen += 1) {
      const next = new RegExp(`(?:: keep-alive\\n\\n){${seen + 1}}`);
      const since = performance.now();
      for (const { attached } of held) expect(await comments(await attached.stream.until(next))).toBeGreaterThan(seen);
      expect(performance.now() - since).toBeLessThan(SILENT_AT_MOST_MS);
    }
    for (const { scope, token, attached } of held) {
      const since = performance.now();
      const session = await initialize(surface, token);
      await rawTool(surface, token, session, 'create_todo', { queue: 'ci', title: 'late' });
      expect(await attached.rung(1)).toHaveLength(1);
      expect(performance.now() - since).toBeLessThan(2_000);
      expect(await aPendingTodo(surface.db, scope)).toMatch(/^td_/);
      attached.stream.abort();
    }
  },
  (HOLD_SECONDS + 60) * 1_000,
);
