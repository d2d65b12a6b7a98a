import { request as httpRequest } from 'node:http';
import { expect, test } from 'playwright/test';
import { startServer, type TestServer } from '../support/server';
import { openWorld, signIn } from './support/page';

const world = openWorld();
let server: TestServer;

// A server of its own: its log is read.
test.beforeAll(async () => {
  const databaseUrl = process.env.SWITCHBOARD_E2E_DATABASE_URL ?? '';
  server = await startServer({ databaseUrl, env: { SWITCHBOARD_DEV_LOGIN: '1' } });
});
test.afterAll(async () => await server?.stop());

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** Sends what no client library would. */
function send({ method = 'GET', path, headers = {}, body }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      { hostname, port, method, path, headers: { origin: server.url, ...headers } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
      },
    );
    call.on('error', reject).end(body);
  });
}

/** Refused for what it is: no failure of ours, with every header, and without a trace on stdout. */
function expectRefused(what: string, { status, headers }: Answer): void {
  expect(status, what).toBeLessThan(500);
  expect(headers['content-security-policy'], what).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options'], what).toBe('nosniff');
  expect(headers['referrer-policy'], what).toBe('same-origin');
}

const form = (...fields: [name: string, value: string][]) =>
  `${fields.map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`;
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' };
const TEXT = { 'content-type': 'text/plain;charset=UTF-8' };
const JSON_TYPE = { 'content-type': 'application/json' };

test('a path that is no UTF-8 is not there, wherever it points', async () => {
  for (const path of [
    '/%ff',
    '/%',
    '/todos/%ff',
    '/endpoints/%c3%28/revoke',
    '/_next/%ff',
    '/api/%ff',
    '/api/mcp/%zz',
    '/metrics%ff',
    '//evil',
    '/todos/%E0%A4%A',
  ])
    expectRefused(path, await send({ path }));
  expect((await send({ path: '/api/%ff' })).status).toBe(404);
});

test('a method that nobody serves is 405', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'QUERY', 'PURGE']) {
    for (const path of ['/todos', '/api', '/api/mcp', '/healthz', '/metrics', '/signin']) {
      const answer = await send({ method, path });
      expectRefused(`${method} ${path}`, answer);
      expect(answer.status, `${method} ${path}`).toBe(405);
    }
  }
});

test('a form that cannot be read, or that no page of ours sends, is refused', async () => {
  const page = await send({ path: '/signin' });
  const action = /\$ACTION_ID_([0-9a-f]+)/.exec(page.body)?.[1] ?? '';
  expect(action).not.toBe('');
  const known = { 'next-action': action };
  const sent: Omit<Sent, 'path'>[] = [
    { headers: { 'content-type': 'multipart/form-data' }, body: 'abc' },
    { headers: MULTIPART, body: 'abc' },
    { headers: MULTIPART, body: form(['a', 'b']).slice(0, -8) },
    { headers: MULTIPART, body: form([`$ACTION_ID_${'ab'.repeat(21)}`, '']) },
    { headers: MULTIPART, body: form(['$ACTION_ID_', '']) },
    { headers: MULTIPART, body: form(['$ACTION_REF_1', ''], ['$ACTION_1:0', '{']) },
    { headers: MULTIPART, body: form(['$ACTION_REF_1', ''], ['$ACTION_1:0', '{"id":"__proto__","bound":null}']) },
    { headers: { ...TEXT, 'next-action': 'ab'.repeat(21) }, body: '[]' },
    ...['', '{', 'null', '["$F1"]', '["$Q1"]', '["$L1"]', '["$@9"]', '["$B0"]', `["$n${'9'.repeat(5_000)}"]`].map(
      (body) => ({
        headers: { ...TEXT, ...known },
        body,
      }),
    ),
    { headers: { ...MULTIPART, ...known }, body: form(['0', '{']) },
    { headers: { ...MULTIPART, ...known }, body: form(['x', '']) },
    { headers: { ...JSON_TYPE, ...known }, body: '{' },
  ];
  for (const one of sent) {
    const what = JSON.stringify(one).slice(0, 200);
    const answer = await send({ method: 'POST', path: '/signin', ...one });
    expectRefused(what, answer);
    expect(answer.status, what).toBeGreaterThanOrEqual(400);
  }
});

test('next-auth’s routes take what they can read, and nothing else', async () => {
  const bodies: [Record<string, string>, string][] = [
    [JSON_TYPE, '{'],
    [JSON_TYPE, 'null'],
    [JSON_TYPE, '[1]'],
    [JSON_TYPE, '{"csrfToken":{"a":1},"token":[1]}'],
    [{ 'content-type': 'multipart/form-data' }, 'abc'],
    [TEXT, 'a=b'],
  ];
  for (const [headers, body] of bodies) {
    const answer = await send({ method: 'POST', path: '/api/auth/callback/link', headers, body });
    expectRefused(body, answer);
    expect(answer.status, body).toBe(400);
  }
  for (const cookie of [
    'next-auth.callback-url=aaa',
    'next-auth.callback-url=%ff',
    'next-auth.callback-url=javascript:1',
  ])
    for (const path of ['/api/auth/csrf', '/api/auth/session', '/api/auth/providers', '/signin'])
      expect((await send({ path, headers: { cookie } })).status, `${cookie} ${path}`).toBe(200);
});

test('a browser with a note that next-auth cannot read signs in all the same', async ({ page, context }) => {
  await context.addCookies([{ name: 'next-auth.callback-url', value: 'aaa', url: server.url }]);
  await page.goto(`${server.url}/signin`);
  await page.getByLabel('Email').fill((await world.somebody()).email);
  await page.getByRole('button', { name: 'Sign in with this email' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('a caller cannot write to the log', async () => {
  const body = JSON.stringify({ level: 'error', code: 'caller-writes-this', message: 'caller-writes-this' });
  const answer = await send({ method: 'POST', path: '/api/auth/_log', headers: JSON_TYPE, body });
  expect(answer.status).toBe(404);
  await send({
    method: 'POST',
    path: '/signin',
    headers: { ...TEXT, 'next-action': 'caller-writes-this' },
    body: '[]',
  });
  await send({ path: '/api/auth/callback/oidc?error=caller-writes-this&state=caller-writes-this' });
  expect(server.logs()).not.toContain('caller-writes-this');
});

test('the log is JSON lines whatever was sent', async () => {
  const lines = server
    .logs()
    .split('\n')
    .filter((line) => line.trim() !== '');
  const own = lines.slice(lines.findIndex((line) => line.startsWith('{')));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((line) => !line.startsWith('{'))).toEqual([]);
});

test('what is not there under /api is JSON', async () => {
  for (const path of ['/api', '/api/', '/api/nothing', '/api/auth', '/api/auth/nothing']) {
    const answer = await send({ path });
    expect(answer.status, path).toBe(404);
    expect(JSON.parse(answer.body).error.code, path).toBe('not_found');
  }
});

test('an unknown page has the header, the title and the way back', async ({ page }) => {
  await signIn(page, world, await world.somebody());
  expect((await page.goto('/nothing-here'))?.status()).toBe(404);
  await expect(page).toHaveTitle('Not found · Switchboard');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  for (const path of ['/todos/td_nothing', '/endpoints/nothing']) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole('navigation', { name: 'Main' }), path).toBeVisible();
  }
});

test('addresses that only forms are sent to lead to a page', async ({ page }) => {
  const who = await world.somebody();
  await page.goto(`${await world.signInPath(who)}&callbackUrl=/signout`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
  for (const path of ['/signout', '/theme', '/signin/oidc']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/');
  }
});
