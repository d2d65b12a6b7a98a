import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neutralEnvironment, projectRoot } from '../support/project';
import { freePort, startServer, type TestServer } from '../support/server';

const encryptionKey = randomBytes(32).toString('base64');
let server: TestServer;

beforeAll(async () => {
  server = await startServer({
    env: { SWITCHBOARD_ENCRYPTION_KEY: encryptionKey, SWITCHBOARD_REAPER_INTERVAL_MS: '500' },
  });
});
afterAll(() => server.stop());

test('npm run demo plays to its end against a running server', async () => {
  const { code, output } = await demo({ SWITCHBOARD_BASE_URL: server.url });
  expect(output).not.toContain('✗');
  expect(code).toBe(0);
  for (const line of [
    'five deliveries under one id became one todo',
    'failed and is parked',
    'died: true',
    'a dead letter',
  ]) {
    expect(output).toContain(line);
  }
  expect(output.match(new RegExp(`${server.url}/todos/td_`, 'g'))).toHaveLength(8);
});

test('no token and no signing secret is told or logged by it', async () => {
  const { output } = await demo({ SWITCHBOARD_BASE_URL: server.url });
  for (const text of [output, server.logs()]) expect(text).not.toMatch(/sb[kohl]_|lease_token|[0-9a-f]{64}/);
});

test('with no server it ends with one clear line', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { code, output } = await demo({ SWITCHBOARD_BASE_URL: url });
  expect(code).toBe(1);
  expect(output.trim()).toBe(
    `✗ nothing answers at ${url}: run npm start in another terminal, or set PORT or SWITCHBOARD_BASE_URL as there`,
  );
});

function demo(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const bare = Object.entries(neutralEnvironment()).filter(([name]) => !name.startsWith('SWITCHBOARD_'));
  const database = { DATABASE_URL: server.databaseUrl, SWITCHBOARD_ENCRYPTION_KEY: encryptionKey };
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', ...Object.fromEntries(bare), ...database, ...settings };
  const child = spawn(process.execPath, [join(projectRoot, 'scripts', 'demo.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, output }));
  });
}
