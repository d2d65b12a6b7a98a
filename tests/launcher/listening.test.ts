import { expect, test } from 'vitest';
import { cloneDatabase } from '../support/cluster';
import { launch } from '../support/launcher';
import { freePort, startServer } from '../support/server';

test('a server on every interface does not start with the sign-in form that takes any email', async () => {
  const env = { SWITCHBOARD_DEV_LOGIN: '1' };
  const output = await startServer({ host: '0.0.0.0', env }).catch((error: Error) => error.message);
  expect(output).toMatch(
    /^switchboard: cannot start: SWITCHBOARD_DEV_LOGIN is on and the server listens on 0\.0\.0\.0: .*-H 127\.0\.0\.1/m,
  );
});

test('a server that listens beyond its settings says so, and one that keeps to them does not', async () => {
  const wide = await startServer({ host: '0.0.0.0' });
  const narrow = await startServer({ env: { SWITCHBOARD_DEV_LOGIN: '1' } });
  expect(wide.logs()).toMatch(/"event":"listens_beyond_host","address":"0\.0\.0\.0","expected":"127\.0\.0\.1"/);
  expect(narrow.logs()).not.toContain('listens_beyond_host');
  await Promise.all([wide.stop(), narrow.stop()]);
});

test('on another loopback address the links lead where it listens', async () => {
  const database = await cloneDatabase();
  const port = String(await freePort());
  const settings = { PORT: port, DATABASE_URL: database.url, NEXTAUTH_SECRET: 'a-secret-of-more-than-32-characters' };
  const launcher = launch({ ...settings, SWITCHBOARD_HOST: '::1' });
  try {
    const [, link = ''] = await launcher.printed(/Sign in +(\S+)/);
    expect(new URL(link).host).toBe(`[::1]:${port}`);
    expect((await fetch(link)).status).toBe(200);
  } finally {
    launcher.child.kill('SIGTERM');
    await launcher.ended;
    await database.drop();
  }
});
