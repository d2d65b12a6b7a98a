import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, type PoolDb } from '@/lib/db/connection';
import { clusterDirOf } from '@/lib/db/embedded/home';
import { runningPostmaster } from '@/lib/db/embedded/postmaster';
import { type EmbeddedDatabase, startEmbedded } from '@/lib/db/embedded/start';
import { migrate } from '@/lib/db/migrate';
import { attach } from '../mcp/support/doorbell';
import { initialize, rawTool } from '../mcp/support/raw';
import { codeOf, type Surface } from '../mcp/support/surface';
import { clusterPrefix } from '../support/leftovers';
import { projectRoot } from '../support/project';
import { anEndpoint, aPendingTodo, brokenInvariants, lapseLease, rowOf, SETTINGS } from '../support/queue';
import { startServer } from '../support/server';

const AGENTS = 20;
const ENV = { SWITCHBOARD_MCP_RATE_PER_SECOND: '0', SWITCHBOARD_REAPER_INTERVAL_MS: '200' };
let folder: string;
let embedded: EmbeddedDatabase;
let db: PoolDb;
let surface: Surface;

beforeAll(async () => {
  folder = mkdtempSync(clusterPrefix(process.pid));
  embedded = await startEmbedded(folder, () => {});
  await migrate(embedded.databaseUrl, join(projectRoot, 'drizzle'));
  db = createDb(embedded.databaseUrl, SETTINGS);
  const server = await startServer({ databaseUrl: embedded.databaseUrl, env: ENV });
  surface = { db, server, url: `${server.url}/api/mcp` };
});

afterAll(async () => {
  await db.sql.end({ timeout: 1 });
  await surface.server.stop();
  await embedded.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

/** How a call ended: `ok`, a tool error's code, or an HTTP status; never later than it may. */
async function outcomeOf(token: string, session: string, name: string, args: object): Promise<[string, object?]> {
  const since = performance.now();
  const answer = await rawTool(surface, token, session, name, args).catch(() => undefined);
  expect(performance.now() - since).toBeLessThan(12_000);
  if (answer === undefined) return ['503'];
  if (answer.status !== 200) return [String(answer.status)];
  return [codeOf(answer.result) ?? 'ok', answer.result.structuredContent as object];
}

test('a database that is killed, and one that is read-only for a while, cost calls an error that may be repeated, and nothing else', async () => {
  const { scope, token } = await anEndpoint(db);
  for (let n = 0; n < 300; n += 1) await aPendingTodo(db, scope);
  const counts: Record<string, number> = {};
  let stopped = false;
  const agent = async (session: string) => {
    while (!stopped) {
      const [claimed, claim] = await outcomeOf(token, session, 'claim_next', {
        require_fence: true,
        lease_ttl_seconds: 1,
      });
      counts[claimed] = (counts[claimed] ?? 0) + 1;
      const { todo, lease_token } = (claim ?? {}) as { todo?: { id: string }; lease_token?: string };
      if (todo === undefined) await sleep(50);
      else await outcomeOf(token, session, 'release', { id: todo.id, lease_token });
    }
  };
  const sessions = await Promise.all(Array.from({ length: AGENTS }, () => initialize(surface, token)));
  const agents = Promise.all(sessions.map(agent));
  await sleep(1_000);
  process.kill(runningPostmaster(clusterDirOf(folder))?.pid ?? 0, 'SIGQUIT');
  const backIn = await secondsUntilWell();
  await db.sql`alter system set default_transaction_read_only = on`;
  await db.sql`select pg_reload_conf()`;
  await sleep(4_000);
  const admin = createDb(embedded.databaseUrl, SETTINGS, undefined, { max: 1 });
  await admin.sql.unsafe('set default_transaction_read_only = off');
  await admin.sql.unsafe('alter system reset default_transaction_read_only');
  await admin.sql`select pg_reload_conf()`;
  await admin.sql.end({ timeout: 1 });
  const againIn = await secondsUntilWell();
  stopped = true;
  await agents;
  process.stdout.write(`database killed and read-only: ${JSON.stringify({ ...counts, backIn, againIn })}\n`);
  expect(Object.keys(counts).filter((outcome) => !['ok', 'unavailable', '503'].includes(outcome))).toEqual([]);
  expect(counts.ok).toBeGreaterThan(50);
  expect((counts.unavailable ?? 0) + (counts['503'] ?? 0)).toBeGreaterThan(0);
  await expectAllAtWork();
  expect(await brokenInvariants(db)).toEqual([]);
  expect((await fetch(`${surface.server.url}/readyz`)).status).toBe(200);
  expect(surface.server.logs()).not.toMatch(/unhandled|uncaught|TypeError/i);
  expect(surface.server.logs().split('\n').length).toBeLessThan(1_000);

  async function secondsUntilWell(): Promise<number> {
    const since = performance.now();
    const session = async () => await initialize(surface, token).catch(() => undefined);
    await expect.poll(session, { timeout: 20_000, interval: 200 }).toBeDefined();
    return Math.round((performance.now() - since) / 100) / 10;
  }

  /** Claims, the reaper and rings, each within 15 seconds. */
  async function expectAllAtWork(): Promise<void> {
    const other = await anEndpoint(db);
    const { rung, session } = await attach(surface, other.token);
    const id = await aPendingTodo(db, other.scope);
    expect(await outcomeOf(other.token, session, 'claim', { id })).toMatchObject(['ok', { id }]);
    await lapseLease(db, id);
    expect((await rung(1))[0]?.meta.todo_id).toBe(id);
    expect(await rowOf(db, id)).toMatchObject({ state: 'pending', attempts_total: 1 });
  }
}, 90_000);
