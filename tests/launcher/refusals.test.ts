import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { launch } from '../support/launcher';
import { freePort } from '../support/server';

const SECRET = 'a-secret-of-more-than-32-characters';
let busy: Server | undefined;

afterEach(() => {
  busy?.close();
  busy = undefined;
});

test('every wrong variable is named on a line of its own', async () => {
  const output = await refusal({
    PORT: 'abc',
    SWITCHBOARD_MAX_ATTEMPTS: '0',
    SWITCHBOARD_METRICS_TOKEN: 'short-secret',
  });
  expect(output).toMatch(/^✗ PORT must be/m);
  expect(output).toMatch(/^✗ SWITCHBOARD_MAX_ATTEMPTS must be/m);
  expect(output).toMatch(/^✗ SWITCHBOARD_METRICS_TOKEN must be/m);
  expect(output).not.toContain('short-secret');
});

test('a port in use is named, before a database is started', async () => {
  const port = await occupiedPort();
  const output = await refusal({ PORT: String(port), SWITCHBOARD_DATA_DIR: '/dev/null/data' });
  expect(output).toMatch(new RegExp(`^✗ Port ${port} on 127\\.0\\.0\\.1 is in use: .*PORT`, 'm'));
  expect(output).not.toContain('/dev/null/data');
});

test('an unreachable DATABASE_URL is named without its password', async () => {
  const port = await freePort();
  const url = `postgres://someone:${SECRET}@127.0.0.1:${port}/board`;
  const output = await refusal({ PORT: String(await freePort()), DATABASE_URL: url, NEXTAUTH_SECRET: SECRET });
  expect(output).toContain(`✗ DATABASE_URL: no database answers at 127.0.0.1:${port}/board (ECONNREFUSED)`);
  expect(output).not.toContain(SECRET);
});

test('a malformed DATABASE_URL is named without its text', async () => {
  const url = `postgres://someone:${SECRET}@host:port/x`;
  const output = await refusal({ PORT: String(await freePort()), DATABASE_URL: url, NEXTAUTH_SECRET: SECRET });
  expect(output).toMatch(/^✗ DATABASE_URL /m);
  expect(output).not.toContain(SECRET);
});

test.each(['/dev/null/data', '/proc/nope/data'])(
  'a data directory that cannot be written is named: %s',
  async (dir) => {
    const output = await refusal({ PORT: String(await freePort()), SWITCHBOARD_DATA_DIR: dir });
    expect(output).toMatch(/^✗ \/\S+\/data cannot be written \(\w+\): .*SWITCHBOARD_DATA_DIR/m);
  },
);

test('an unknown setting is warned about', async () => {
  const output = await refusal({
    PORT: String(await freePort()),
    SWITCHBOARD_DATA_DIR: '/dev/null/data',
    SWITCHBOARD_LEASE: '5',
  });
  expect(output).toMatch(/^! SWITCHBOARD_LEASE is not a setting/m);
});

/** The output of a start that has to end with exit code 1 and no stack trace. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const launcher = launch(settings);
  expect(await launcher.ended).toBe(1);
  expect(launcher.output()).not.toMatch(/^\s+at /m);
  return launcher.output();
}

function occupiedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    busy = server;
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
