import { expect, test } from 'playwright/test';
import { openWorld, signIn } from './support/page';

const world = openWorld();
const RANDOM_ID = 'td_0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';

test('every response carries the security headers, pages and all else', async ({ request, page }) => {
  await signIn(page, world, await world.somebody());
  const html = await page.request.get('/todos');
  const style = /\/_next\/static\/[^"]+\.css/.exec(await html.text())?.[0] ?? '';
  const paths = [
    '/',
    '/signin',
    '/nothing-here',
    '/metrics',
    '/healthz',
    '/readyz',
    '/api/nothing',
    '/icon.svg',
    '/%',
    style,
  ];
  for (const path of paths) {
    const response = await request.get(path, { maxRedirects: 0 });
    const headers = response.headers();
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy'], path).not.toContain('unsafe');
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('same-origin');
    expect(headers['x-powered-by'], path).toBeUndefined();
  }
});

test('a page has a nonce of its own and no style attribute', async ({ page }) => {
  await signIn(page, world, await world.somebody());
  const pages = await Promise.all(['/todos', '/todos'].map((path) => page.request.get(path)));
  const nonces = pages.map(
    (response) => /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1],
  );
  expect(nonces[0]).toBeTruthy();
  expect(nonces[0]).not.toBe(nonces[1]);
  for (const response of pages) expect(await response.text()).not.toMatch(/<[a-z][^>]* style="/);
});

test('/.well-known answers a plain 404', async ({ request }) => {
  for (const path of ['oauth-protected-resource', 'oauth-authorization-server/api/mcp', 'openid-configuration/', '']) {
    const response = await request.get(`/.well-known/${path}`, { maxRedirects: 0 });
    expect(response.status()).toBe(404);
    expect(response.headers()['content-type']).toContain('text/plain');
  }
});

test('no address is an error: what cannot be an id is not found, what cannot be a filter is ignored', async ({
  page,
}) => {
  await signIn(page, world, await world.somebody());
  for (const path of [
    '/todos/%00',
    '/todos/%ff',
    '/todos/%',
    `/todos/${'x'.repeat(2_000)}`,
    '/endpoints/%00',
    '/endpoints/1',
  ]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
  for (const path of ['/todos?queue=%00', '/todos?state=%00&cursor=%00', '/todos?queue=%ed%a0%80', '/?x=%']) {
    expect((await page.request.get(path)).status(), path).toBe(200);
  }
  const day = Buffer.from(`2026-02-31T00:00:00Z ${RANDOM_ID}`).toString('base64url');
  expect((await page.request.get(`/todos?cursor=${day}`)).status()).toBe(200);
});

test('a body above the cap is 413, announced or not', async ({ page, baseURL }) => {
  await signIn(page, world, await world.somebody());
  const headers = { origin: baseURL ?? '', 'content-type': 'application/x-www-form-urlencoded' };
  const response = await page.request.post('/todos', { data: 'a'.repeat(1_100_000), headers });
  expect(response.status()).toBe(413);
  const body = new ReadableStream({
    start(controller) {
      for (let part = 0; part < 12; part += 1) controller.enqueue(new TextEncoder().encode('a'.repeat(100_000)));
      controller.close();
    },
  });
  const chunked = await fetch(`${baseURL}/todos`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  expect(chunked.status).toBe(413);
});
