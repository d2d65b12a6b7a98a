import { join } from 'node:path';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { knownMigrations } from '@/lib/db/migrate';
import { cloneDatabase } from '../support/cluster';
import { projectRoot } from '../support/project';
import { startServer } from '../support/server';

const INSTANCES = 5;
const CALLS = 50;

test('five processes start on one empty database at once: all are ready, each migration is recorded once, and each keeps one of everything', async () => {
  const database = await cloneDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await sql.unsafe('drop schema drizzle cascade; drop schema public cascade; create schema public');
  const env = { SWITCHBOARD_REAPER_INTERVAL_MS: '500' };
  const servers = await Promise.all(
    Array.from({ length: INSTANCES }, () => startServer({ databaseUrl: database.url, env })),
  );
  try {
    const ready = async () => Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
    await expect.poll(ready, { timeout: 30_000 }).toEqual(Array(INSTANCES).fill(200));
    const recorded = await sql<{ at: number; times: number }[]>`
      select created_at::float8 as at, count(*)::int as times from drizzle.__drizzle_migrations group by 1 order by 1`;
    expect(recorded.map(({ at }) => at)).toEqual(knownMigrations(join(projectRoot, 'drizzle')));
    expect(new Set(recorded.map(({ times }) => times))).toEqual(new Set([1]));
    for (const { url } of servers) {
      const paths = Array.from(
        { length: CALLS },
        (_, n) => ['/signin', '/healthz', '/api/auth/csrf', '/api/mcp'][n % 4],
      );
      await Promise.all(paths.map(async (path) => (await fetch(`${url}${path}`)).text()));
    }
    for (const { logs } of servers) {
      expect(logs().match(/"event":"ready"/g)).toHaveLength(1);
      expect(logs().match(/"event":"duty_started","duty":"reaper"/g)).toHaveLength(1);
      expect(logs()).not.toMatch(/42P07|23505|40P01|"level":"error"/);
    }
    const [listening] = await sql`
      select count(*)::int as connections from pg_stat_activity where datname = current_database() and query ilike 'listen %'`;
    expect(listening).toEqual({ connections: INSTANCES });
    const [held] = await sql`
      select max(connections)::int as most from (
        select count(*) as connections from pg_stat_activity where datname = current_database() and application_name = 'switchboard'
      ) as counted`;
    expect(held?.most).toBeLessThanOrEqual(INSTANCES * (20 + 1));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await sql.end({ timeout: 1 });
    await database.drop();
  }
}, 180_000);
