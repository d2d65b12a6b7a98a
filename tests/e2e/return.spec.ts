import { expect, test } from 'playwright/test';
import { openWorld } from './support/page';

const world = openWorld();

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
