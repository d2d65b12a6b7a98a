import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDb, type PoolDb } from '@/lib/db/connection';
import { findEmbedded } from '@/lib/db/embedded/find';
import { clusterDirOf, existingHome } from '@/lib/db/embedded/home';
import { runningPostmaster } from '@/lib/db/embedded/postmaster';
import { endpointScope } from '@/lib/queue/scope';
import { completeTodo } from '@/lib/store/complete';
import { openStream } from '../support/agent-stream';
import { type Launcher, launch } from '../support/launcher';
import { clusterPrefix } from '../support/leftovers';
import { aClaimedTodo, anEndpoint, aPendingTodo, rowOf, SETTINGS } from '../support/queue';
import { freePort } from '../support/server';

let dataDir: string;
let url: string;
let settings: Record<string, string>;
const started: Launcher[] = [];

beforeEach(async () => {
  const port = await freePort();
  dataDir = mkdtempSync(`${clusterPrefix(process.pid)}with space-`);
  url = `http://127.0.0.1:${port}`;
  settings = { PORT: String(port), SWITCHBOARD_DATA_DIR: dataDir };
});

afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

test('a start serves, prints a sign-in link, and SIGTERM ends server and database', async () => {
  const launcher = await startUp();
  expect(launcher.output()).toMatch(new RegExp(`Sign in +${url}/signin\\?token=sbl_\\S+`));
  expect(await healthy()).toBe(true);
  launcher.child.kill('SIGTERM');
  expect(await launcher.ended).toBe(0);
  expect(await healthy()).toBe(false);
  expect(findEmbedded(dataDir)).toBeUndefined();
});

test('a second start redoes nothing slow, and Ctrl-C in the terminal ends it with a stream open', async () => {
  (await startUp()).child.kill('SIGTERM');
  await started.shift()?.ended;
  const launcher = await startUp();
  expect(launcher.output()).toContain('Packages are installed');
  expect(launcher.output()).toContain('Production build is current');
  const stream = await openStream(url, findEmbedded(dataDir)?.databaseUrl ?? '');
  process.kill(-(launcher.child.pid ?? 0), 'SIGINT');
  process.kill(-(launcher.child.pid ?? 0), 'SIGINT');
  expect(await launcher.ended).toBe(0);
  expect(launcher.output()).toMatch(/✓ Stopped\n$/);
  await expect(stream.ended).resolves.toBeUndefined();
  expect(findEmbedded(dataDir)).toBeUndefined();
});

test('a killed launcher takes its server along, and the next start takes over the database', async () => {
  const launcher = await startUp();
  launcher.child.kill('SIGKILL');
  await launcher.ended;
  await expect.poll(healthy, { timeout: 12_000 }).toBe(false);
  expect(findEmbedded(dataDir)).toBeDefined();
  const next = await startUp();
  expect(next.output()).toContain('PostgreSQL was already running');
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(findEmbedded(dataDir)).toBeUndefined();
});

test('what was acknowledged before everything was killed is there after the next start, and leases run on', async () => {
  const launcher = await startUp();
  const { pending, claimed } = await withQueue(async (db) => {
    const { scope } = await anEndpoint(db);
    return { pending: await aPendingTodo(db, scope), claimed: await aClaimedTodo(db, scope, { requireFence: true }) };
  });
  const before = await withQueue((db) => Promise.all([pending, claimed.todo.id].map((id) => rowOf(db, id))));
  const server = serverOf(launcher);
  launcher.child.kill('SIGKILL');
  process.kill(server, 'SIGKILL');
  process.kill(runningPostmaster(clusterDirOf(existingHome(dataDir) ?? ''))?.pid ?? 0, 'SIGKILL');
  await launcher.ended;
  await startUp();
  const after = await withQueue((db) => Promise.all([pending, claimed.todo.id].map((id) => rowOf(db, id))));
  expect(after).toEqual(before);
  const scope = endpointScope({ ...claimed.todo, agentId: claimed.todo.owner?.slice('agent:'.length), queues: ['ci'] });
  await withQueue((db) => completeTodo(db, scope, { id: claimed.todo.id, leaseToken: claimed.leaseToken }));
});

test('a server that dies by itself stops the database and gives exit code 1', async () => {
  const launcher = await startUp();
  process.kill(serverOf(launcher), 'SIGKILL');
  expect(await launcher.ended).toBe(1);
  expect(launcher.output()).toContain('✗ The server ended by itself by SIGKILL');
  expect(findEmbedded(dataDir)).toBeUndefined();
});

async function withQueue<T>(work: (db: PoolDb) => Promise<T>): Promise<T> {
  const db = createDb(findEmbedded(dataDir)?.databaseUrl ?? '', SETTINGS);
  try {
    return await work(db);
  } finally {
    await db.sql.end({ timeout: 1 });
  }
}

async function startUp(): Promise<Launcher> {
  const launcher = launch(settings);
  started.push(launcher);
  await launcher.printed(/Sign in +\S+/);
  return launcher;
}

/** The process id of the launcher's Next server. */
function serverOf({ child }: Launcher): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const rows = processes.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []);
  return Number(rows.find(([, , parent, args]) => Number(parent) === child.pid && args?.includes('next'))?.[1]);
}

async function healthy(): Promise<boolean> {
  const answer = await fetch(`${url}/healthz`).catch(() => undefined);
  return answer?.status === 200;
}
