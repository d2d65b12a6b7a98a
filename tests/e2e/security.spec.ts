import { type APIResponse, expect, type Page, test } from 'playwright/test';
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

test.describe('of another human', () => {
  test('SPEC-0034 REQ-10 · Second human on the Board', async ({ page }) => {
    const [owner, other] = [await world.somebody(), await world.somebody()];
    const foreign = await world.aDeadLetter(owner, { title: 'The secret plan', summary: 'secret summary' });
    await signIn(page, world, other);
    for (const headers of [
      {},
      { rsc: '1' },
      { rsc: '1', 'next-url': '/todos' },
      { rsc: '1', 'next-router-prefetch': '1' },
    ]) {
      const answers = [foreign, RANDOM_ID].map(async (id) =>
        whole(await page.request.get(`/todos/${id}`, { headers })),
      );
      const [given, absent] = await Promise.all(answers);
      expect(given).toBe(absent);
      expect(given).not.toContain('secret');
    }
    const answer = await page.goto(`/todos/${foreign}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  });

  test('an endpoint answers as a random id does, on each of its pages', async ({ page }) => {
    const [owner, other] = [await world.somebody(), await world.somebody()];
    const random = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
    await signIn(page, world, other);
    for (const rest of ['', '/revoke']) {
      const answers = [owner.endpointId, random].map(async (id) =>
        whole(await page.request.get(`/endpoints/${id}${rest}`)),
      );
      const [given, absent] = await Promise.all(answers);
      expect(given).toBe(absent);
      expect(given).toContain('404');
    }
  });

  test('an act answers as for a random id, and changes nothing', async ({ page }) => {
    const [owner, other] = [await world.somebody(), await world.somebody()];
    const foreign = await world.aDeadLetter(owner);
    const own = await world.aDeadLetter(other);
    await signIn(page, world, other);
    const texts: (string | null)[] = [];
    for (const id of [foreign, RANDOM_ID]) {
      await page.goto(`/todos/${own}`);
      await page.locator('input[name=id]').evaluate((input: HTMLInputElement, value) => {
        input.value = value;
      }, id);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('There is no such todo.')).toBeVisible();
      texts.push(await page.locator('main [role=status]').first().textContent());
    }
    expect(texts[0]).toBe(texts[1]);
    expect(await world.stateOf(foreign)).toBe('failed 1/1: failed');
  });
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

test('next-auth’s own routes redirect to our pages and never fail', async ({ page, baseURL }) => {
  for (const path of [
    'signin',
    'error',
    'error?error=x',
    'signout',
    'signin/nobody',
    'callback/nobody',
    'callback/link',
    'x',
    '',
  ]) {
    const response = await page.request.get(`/api/auth/${path}`, { maxRedirects: 0 });
    expect(response.status(), path).toBeLessThan(500);
    const location = response.headers().location;
    if (location !== undefined) expect(new URL(location, baseURL).origin, path).toBe(baseURL);
  }
  expect(await (await page.request.get('/api/auth/session')).json()).toEqual({});
});

test('next-auth’s own way in works for a one-time link and keeps to our origin', async ({ page, baseURL }) => {
  const path = await world.signInPath(await world.somebody());
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json();
  const form = {
    token: new URL(path, baseURL).searchParams.get('token') ?? '',
    csrfToken,
    callbackUrl: 'https://evil.com',
    json: 'true',
  };
  const headers = { origin: baseURL ?? '' };
  const refused = await page.request.post('/api/auth/callback/link', {
    form: { ...form, csrfToken: 'wrong' },
    headers,
  });
  expect((await refused.json()).url).toContain('csrf=true');
  const answer = await page.request.post('/api/auth/callback/link', { form, headers });
  expect(await answer.json()).toEqual({ url: `${baseURL}/` });
  expect((await page.request.get('/todos', { maxRedirects: 0 })).status()).toBe(200);
});

test('signed out, no page and no payload shows anything', async ({ request, baseURL }) => {
  const id = await world.aDeadLetter(await world.somebody(), { title: 'The secret plan' });
  for (const path of [
    '/',
    '/todos',
    `/todos/${id}`,
    '/endpoints',
    '/endpoints/new',
    `/./todos/${id}`,
    `//todos/${id}`,
  ]) {
    for (const headers of [{}, { rsc: '1' }, { rsc: '1', 'next-url': '/todos' }, bypass()]) {
      const response = await request.get(`${baseURL}${path}`, { headers, maxRedirects: 0 });
      expect(response.status(), path).toBeLessThan(500);
      expect(await response.text(), path).not.toContain('secret');
    }
  }
});

test.describe('a form from elsewhere', () => {
  for (const [what, origin] of [
    ['another site', 'https://evil.example'],
    ['a sibling domain', 'http://evil.127.0.0.1.nip.io'],
    ['another port', 'http://127.0.0.1:1'],
    ['an opaque origin', 'null'],
    ['nowhere', undefined],
  ] as const) {
    test(`is refused when it comes from ${what}`, async ({ page }) => {
      const who = await world.somebody();
      const id = await world.aDeadLetter(who);
      await signIn(page, world, who);
      await page.goto(`/todos/${id}`);
      const fields = await formFields(page);
      const headers: Record<string, string> = origin === undefined ? {} : { origin };
      for (const path of [`/todos/${id}`, '/signout', '/theme', '/api/auth/signout']) {
        const response = await page.request.post(path, {
          multipart: { ...fields, act: 'retry' },
          headers,
          maxRedirects: 0,
        });
        expect(response.status(), path).toBe(403);
      }
      const text = await page.request.post(`/todos/${id}`, {
        data: new URLSearchParams(fields).toString(),
        headers: { ...headers, 'content-type': 'text/plain' },
      });
      expect(text.status()).toBe(403);
      expect(await world.stateOf(id)).toBe('failed 1/1: failed');
      await page.goto('/todos');
      await expect(page).toHaveURL('/todos');
    });
  }

  test('is taken when it comes from the Board itself', async ({ page, baseURL }) => {
    const who = await world.somebody();
    const id = await world.aDeadLetter(who);
    await signIn(page, world, who);
    await page.goto(`/todos/${id}`);
    const multipart = { ...(await formFields(page)), act: 'retry' };
    const response = await page.request.post(`/todos/${id}`, { multipart, headers: { origin: baseURL ?? '' } });
    expect(response.status()).toBe(200);
    expect(await world.stateOf(id)).toBe('pending 0/1: failed');
  });
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

const ELSEWHERE = [
  '//evil.com',
  '/\\evil.com',
  '/\\/evil.com',
  'https://evil.com',
  'https://board.test//evil.com',
  'https://board.test@evil.com',
  'javascript:alert(1)',
  '/%09/evil.com',
  '%2f%2fevil.com',
  '.....///win.ini',
  '/\t/evil.com',
  'a'.repeat(10_240),
  '',
];

test('no callbackUrl leads away from our origin, nor to an error', async ({ page, baseURL }) => {
  const who = await world.somebody();
  for (const target of [...ELSEWHERE, `${baseURL}//evil.com`, baseURL?.replace('//', '//u:p@') ?? '']) {
    await page.context().clearCookies();
    const answer = await page.goto(`${await world.signInPath(who)}&callbackUrl=${encodeURIComponent(target)}`);
    expect(answer?.status(), target).toBeLessThan(500);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/signin');
    expect(new URL(page.url()).origin, target).toBe(baseURL);
  }
});

test('a repeated callbackUrl is ignored and one of ours is honoured, search included', async ({ page }) => {
  const who = await world.somebody();
  await page.goto(`${await world.signInPath(who)}&callbackUrl=/a&callbackUrl=/b`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.goto(`${await world.signInPath(who)}&callbackUrl=${encodeURIComponent('/board?todo=td_1')}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/board?todo=td_1');
});

/** Status, headers but the date, and body: everything an answer tells. */
async function whole(response: APIResponse): Promise<string> {
  const { date: _, ...headers } = response.headers();
  return `${response.status()}\n${JSON.stringify(headers)}\n${await response.text()}`;
}

function bypass(): Record<string, string> {
  return { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy', 'x-forwarded-host': 'evil.example' };
}

/** The hidden fields of the act's form, as a browser without script would post them. */
async function formFields(page: Page): Promise<Record<string, string>> {
  const html = await (await page.request.get(page.url())).text();
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]));
}
