import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '@/lib/db/connection';
import { type ClonedDatabase, cloneDatabase } from '../support/cluster';
import { type Launcher, launch } from '../support/launcher';
import { freePort, startServer } from '../support/server';

const MIGRATION_LOCK = 7_246_001;
const SECRET = 'a-secret-of-more-than-32-characters';
let database: ClonedDatabase;
let silent: Server;
const sockets: Socket[] = [];

beforeEach(async () => {
  database = await cloneDatabase();
  silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  silent.close();
  await database.drop();
});

const start = async (databaseUrl: string) =>
  launch({ PORT: String(await freePort()), DATABASE_URL: databaseUrl, NEXTAUTH_SECRET: SECRET });

/** The exit code after a wish to stop, and the seconds until then. */
async function stop(
  launcher: Launcher,
  signal: 'SIGTERM' | 'SIGINT',
): Promise<{ code: number | null; seconds: number }> {
  const since = performance.now();
  launcher.child.kill(signal);
  const code = await launcher.ended;
  return { code, seconds: (performance.now() - since) / 1_000 };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s is heeded while a database that says nothing is opened',
  async (signal) => {
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const launcher = await start(`postgres://someone@127.0.0.1:${port}/board`);
    await expect.poll(() => sockets.length, { timeout: 60_000 }).toBeGreaterThan(0);
    const { code, seconds } = await stop(launcher, signal);
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(8);
    expect(launcher.output()).toMatch(/✓ Stopped\n$/);
  },
);

test('SIGTERM is heeded while another instance migrates the database', async () => {
  const sql = connect(database.url, { max: 1 });
  const migrating = await sql.reserve();
  try {
    await migrating`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const launcher = await start(database.url);
    await launcher.printed(/… Migrating the database/);
    const { code, seconds } = await stop(launcher, 'SIGTERM');
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(8);
  } finally {
    migrating.release();
    await sql.end({ timeout: 1 });
  }
});

test('a server that found another one migrating goes on when that has ended', async () => {
  const sql = connect(database.url, { max: 1 });
  const migrating = await sql.reserve();
  await migrating`select pg_advisory_lock(${MIGRATION_LOCK})`;
  const starting = startServer({ databaseUrl: database.url });
  const others = () =>
    migrating`select pid from pg_stat_activity where application_name = 'switchboard-migrate' and datname = current_database()`;
  await expect.poll(async () => (await others()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  await migrating`select pg_advisory_unlock(${MIGRATION_LOCK})`;
  migrating.release();
  await sql.end({ timeout: 1 });
  await (await starting).stop();
});
