import { describe, expect, it } from 'vitest';
import { createDb } from '@/lib/db/connection';
import { cloneDatabase } from '@/tests/support/cluster';
import { findPooler, startPooler } from '@/tests/support/pooler';
import { anEndpoint, aPendingTodo, brokenInvariants, SETTINGS } from '@/tests/support/queue';
import { startServer } from '@/tests/support/server';
import { attach } from './support/doorbell';
import { initialize, rawTool } from './support/raw';
import type { Surface } from './support/surface';

const SECONDS = Number(process.env.TEST_POOLER_SECONDS ?? 15);
const AGENTS = 16;
const pooler = findPooler();

// PgBouncer is no package of npm; where it is not installed there is nothing to try.
describe.skipIf(pooler === undefined)('behind a transaction pooler', () => {
  it(
    'drains run on, whose connections come and go, and rings arrive over the direct connection',
    async () => {
      const database = await cloneDatabase();
      const pool = await startPooler(pooler ?? '', database.url);
      const env = { SWITCHBOARD_DATABASE_DIRECT_URL: database.url, SWITCHBOARD_MCP_RATE_PER_SECOND: '0' };
      const server = await startServer({ databaseUrl: pool.url, env });
      const db = createDb(database.url, SETTINGS);
      const surface: Surface = { db, server, url: `${server.url}/api/mcp` };
      try {
        const verbs = ['claim_next', 'complete', 'fail', 'create_todo', 'wait_for_todo'];
        const { scope, token } = await anEndpoint(db, { verbs });
        const listening = await attach(surface, token);
        const outcomes: Record<string, number> = {};
        const until = performance.now() + SECONDS * 1_000;
        const agent = async (n: number) => {
          const session = await initialize(surface, token);
          const call = async (name: string, args: object) => {
            const { result } = await rawTool(surface, token, session, name, args);
            const outcome = `${name} ${result.isError === true ? JSON.stringify(result.content) : 'ok'}`;
            outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
            return result.structuredContent as { todo?: { id: string }; lease_token?: string };
          };
          while (performance.now() < until) {
            await call('create_todo', { queue: 'ci', title: `of ${n}`, payload: { n, at: [1, 'x'] } });
            const { todo, lease_token } = await call('claim_next', { require_fence: true });
            if (todo) await call(n % 4 ? 'complete' : 'fail', { id: todo.id, lease_token, result: { done: n } });
          }
        };
        await Promise.all(Array.from({ length: AGENTS }, (_, n) => agent(n)));
        process.stdout.write(`behind a pooler: ${JSON.stringify(outcomes)}\n`);
        expect(Object.keys(outcomes).sort()).toEqual(['claim_next ok', 'complete ok', 'create_todo ok', 'fail ok']);
        expect(await listening.rung(1)).not.toEqual([]);
        expect(await brokenInvariants(db)).toEqual([]);
        expect(await aPendingTodo(db, scope)).toMatch(/^td_/);
        expect(server.logs()).not.toMatch(/26000|08P01|"level":"error"/);
      } finally {
        await db.sql.end({ timeout: 1 });
        await server.stop();
        await pool.stop();
        await database.drop();
      }
    },
    (SECONDS + 60) * 1_000,
  );

  it('a server that is told of the pooler alone does not start, and says what is missing', async () => {
    const database = await cloneDatabase();
    const pool = await startPooler(pooler ?? '', database.url);
    const output = await startServer({ databaseUrl: pool.url }).catch((error: Error) => error.message);
    expect(output).toMatch(
      /^switchboard: cannot start: DATABASE_URL: .*transaction pooler, so set SWITCHBOARD_DATABASE_DIRECT_URL/m,
    );
    await pool.stop();
    await database.drop();
  });
});
