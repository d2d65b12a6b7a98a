import { randomUUID } from 'node:crypto';
import { expect, test } from 'playwright/test';
import { disableHuman } from '@/lib/store/humans/disable-human';
import { createStartLink } from '@/lib/store/sign-in-links/create-start-link';
import { startServer } from '../support/server';
import { openWorld, signIn } from './support/page';

const world = openWorld();

test('a one-time link shows a button, signs in when pressed, and is spent by that', async ({ page, browser }) => {
  const who = await world.somebody();
  const path = await world.signInPath(who);
  await page.goto(path);
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(who.email)).toBeVisible();

  const other = await browser.newContext();
  const second = await other.newPage();
  await second.goto(path);
  await second.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(second.locator('main [role=alert]')).toContainText('not good any more');
  await expect(second).not.toHaveURL(/token/);
  await second.goto('/todos');
  await expect(second).toHaveURL(/\/signin/);
  await other.close();
});

test('of two browsers that press the same link at once, one gets in', async ({ browser }) => {
  const path = await world.signInPath(await world.somebody());
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  await Promise.all(pages.map((page) => page.goto(path)));
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Sign in', exact: true }).click()));
  await Promise.all(pages.map((page) => page.waitForURL((url) => !url.search.includes('token'))));
  const paths = pages.map((page) => new URL(page.url()).pathname).sort();
  expect(paths).toEqual(['/', '/signin']);
  await Promise.all(contexts.map((context) => context.close()));
});

test('a link past its fifteen minutes is refused', async ({ page }) => {
  const who = await world.somebody();
  const path = await world.signInPath(who);
  await world.db
    .sql`update sign_in_links set expires_at = now() - interval '1 second' where human_id = ${who.scope.humanId}`;
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.locator('main [role=alert]')).toContainText('not good any more');
});

test('the link that a start prints signs the first human in', async ({ page }) => {
  const { url } = await createStartLink(world.db, process.env.SWITCHBOARD_E2E_URL ?? '');
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('a one-time link signs in and signing out works', async ({ page }) => {
    const who = await world.somebody();
    await signIn(page, world, who);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/signin');
  });
});

test('the development login takes any email and a deep link survives it', async ({ page }) => {
  await page.goto('/todos?state=done&queue=ci');
  await expect(page).toHaveURL(/\/signin\?callbackUrl=/);
  await page.getByLabel('Email').fill(`${randomUUID()}@Example.test`);
  await page.getByRole('button', { name: 'Sign in with this email' }).click();
  await expect(page).toHaveURL(/\/todos\?state=done&queue=ci$/);
});

test('after sign-out the old cookie is worth nothing', async ({ page, context }) => {
  await signIn(page, world, await world.somebody());
  const cookies = await context.cookies();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/signin');
  await context.addCookies(cookies);
  await page.goto('/todos');
  await expect(page).toHaveURL(/\/signin/);
});

test('a disabled human is out at the next request, page and act alike', async ({ page }) => {
  const who = await world.somebody();
  const id = await world.aDeadLetter(who);
  await signIn(page, world, who);
  await page.goto(`/todos/${id}`);
  await disableHuman(world.db, who.scope.humanId);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL(/\/signin/);
  expect(await world.stateOf(id)).toBe('failed 1/1: failed');
  await page.goto('/');
  await expect(page).toHaveURL(/\/signin/);
});

test('a disabled human cannot sign in', async ({ page }) => {
  const who = await world.somebody();
  const path = await world.signInPath(who);
  await world.db.sql`update humans set disabled_at = now() where id = ${who.scope.humanId}`;
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.locator('main [role=alert]')).toBeVisible();
  await page.goto('/signin');
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('button', { name: 'Sign in with this email' }).click();
  await expect(page.locator('main [role=alert]')).toContainText('disabled');
});

test('localhost is as good as 127.0.0.1', async ({ page, baseURL }) => {
  const who = await world.somebody();
  const id = await world.aDeadLetter(who);
  const local = (baseURL ?? '').replace('127.0.0.1', 'localhost');
  await page.goto(`${local}${await world.signInPath(who)}&callbackUrl=/todos/${id}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${local}/todos/${id}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Retried:')).toBeVisible();
});

test('behind a TLS proxy the public origin alone counts: for cookies, for forms, and for redirects', async () => {
  const databaseUrl = process.env.SWITCHBOARD_E2E_DATABASE_URL ?? '';
  const server = await startServer({ databaseUrl, env: { SWITCHBOARD_BASE_URL: 'https://board.test' } });
  try {
    const path = await world.signInPath(await world.somebody());
    const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
    const html = await (await fetch(`${server.url}${path}`, { headers })).text();
    const form = new FormData();
    for (const [, name = '', value = ''] of html.matchAll(
      /<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g,
    )) {
      form.append(name, value.replaceAll('&quot;', '"'));
    }
    const post = (origin: string) =>
      fetch(`${server.url}/signin`, {
        method: 'POST',
        body: form,
        headers: { ...headers, origin },
        redirect: 'manual',
      });
    expect((await post(server.url)).status).toBe(403);
    const answer = await post('https://board.test');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    const session = answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('__Secure-next-auth.session-token='));
    expect(session).toMatch(/; Secure/i);
    const cookie = session?.split(';')[0] ?? '';
    expect((await fetch(server.url, { headers: { ...headers, cookie }, redirect: 'manual' })).status).toBe(200);
  } finally {
    await server.stop();
  }
});

test('the session cookie is closed to scripts, and the database holds no token', async ({ page, context }) => {
  const who = await world.somebody();
  const path = await world.signInPath(who);
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const session = (await context.cookies()).find((cookie) => cookie.name.includes('session-token'));
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });
  const token = new URLSearchParams(path.slice(path.indexOf('?'))).get('token') ?? '';
  const [row] = await world.db.sql<{ stored: boolean }[]>`
    select exists (select 1 from sign_in_links where token_hash = ${Buffer.from(token)} or encode(token_hash, 'escape') like ${`%${token}%`}) as stored`;
  expect(row?.stored).toBe(false);
});
