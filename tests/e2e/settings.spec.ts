import { expect, type Page, test } from 'playwright/test';
import { findOperatorByToken } from '@/lib/store/operator-tokens/find-operator-by-token';
import { complaintsOf, openWorld, signIn } from './support/page';

const world = openWorld();

test('a time zone is chosen once and written everywhere from the first byte on', async ({ page }) => {
  const complaints = complaintsOf(page);
  const who = await world.somebody();
  const id = await world.aDeadLetter(who);
  await world.db.sql`update todos set created_at = '2026-01-05T12:00:00Z' where id = ${id}`;
  await signIn(page, world, who);
  await page.goto('/settings');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Use this zone' }).click();
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  const html = await (await page.request.get(`/todos/${id}`)).text();
  expect(html).toContain('2026-01-05 21:00:00 Asia/Tokyo');
  await page.goto(`/todos/${id}`);
  await expect(page.locator('main time').filter({ hasText: '21:00:00 Asia/Tokyo' }).first()).toHaveAttribute(
    'datetime',
    '2026-01-05T12:00:00.000Z',
  );
  await page.goto('/settings');
  await page.getByLabel('Time zone').selectOption('UTC');
  await page.getByRole('button', { name: 'Use this zone' }).click();
  await expect(page.getByLabel('Time zone')).toHaveValue('UTC');
  expect(complaints).toEqual([]);
});

test.describe('in another zone than UTC', () => {
  test.use({ timezoneId: 'Europe/Vienna' });

  test('the browser’s own zone is one click away', async ({ page }) => {
    await signIn(page, world, await world.somebody());
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Use Europe/Vienna, as this browser does' }).click();
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Vienna');
    await expect(page.getByRole('button', { name: /as this browser does/ })).toHaveCount(0);
  });
});

test('a zone that there is not, and a choice from elsewhere, change nothing', async ({ page, baseURL }) => {
  await signIn(page, world, await world.somebody());
  const headers = { origin: baseURL ?? '' };
  for (const zone of ['Mars/Base', '<script>', '', 'x'.repeat(9_000)])
    await page.request.post('/zone', { form: { zone }, headers });
  for (const path of ['/zone', '/shortcuts', '/theme', '/settings/sessions']) {
    const answer = await page.request.post(path, {
      form: { zone: 'Asia/Tokyo' },
      headers: { origin: 'https://evil.test' },
    });
    expect(answer.status(), path).toBe(403);
  }
  await page.goto('/settings');
  await expect(page.getByLabel('Time zone')).toHaveValue('UTC');
});

test('keys lead to pages and to the search, not while somebody types, and can be switched off', async ({ page }) => {
  await signIn(page, world, await world.somebody());
  const go = async (keys: string) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await go('ge');
  await expect(page).toHaveURL('/endpoints');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await go('gt');
  await expect(page).toHaveURL('/todos');
  await go('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await go('gs');
  await expect(page.getByRole('searchbox')).toHaveValue('gs');
  await page.goto('/endpoints/new');
  await page.getByLabel('Name').focus();
  await go('ge?');
  await expect(page.getByLabel('Name')).toHaveValue('ge?');
  await expect(page).toHaveURL('/endpoints/new');
  await page.getByRole('heading', { level: 1 }).focus();
  await go('?');
  await expect(page).toHaveURL('/settings#shortcuts');
  await page.getByRole('button', { name: 'Switch them off' }).click();
  await expect(page.getByText('are switched off')).toBeVisible();
  await go('gt');
  await page.getByRole('button', { name: 'Switch them on' }).click();
  await expect(page.getByText('work on every page')).toBeVisible();
  await expect(page).toHaveURL('/settings');
});

test('an operator token is shown once, works, and ends when revoked', async ({ page }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  await page.goto('/settings');
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Mint an operator token' }).click();
  expect((await answered).headers()['cache-control']).toContain('no-store');
  await expect(page.getByRole('region', { name: 'Operator token, shown once' })).toBeFocused();
  const token = (await page.locator('[data-credential]').textContent()) ?? '';
  expect(token).toMatch(/^sbo_[\w-]{43}$/);
  expect((await findOperatorByToken(world.db, token))?.humanId).toBe(who.scope.humanId);
  await page.reload();
  expect(await page.content()).not.toContain(token);
  await page.getByRole('button', { name: `Revoke ${token.slice(0, 12)}` }).click();
  await expect(page.getByText('Revoked: the token has ended.')).toBeVisible();
  await expect(page.getByRole('cell', { name: token.slice(0, 12) })).toHaveCount(0);
  expect(await findOperatorByToken(world.db, token)).toBeUndefined();
});

test('other sessions are listed and can be ended, one or all, and this one goes on', async ({ page, browser }) => {
  const who = await world.somebody();
  const others = await Promise.all([1, 2, 3].map(() => browser.newContext()));
  const pages: Page[] = [];
  for (const context of others) {
    const other = await context.newPage();
    await signIn(other, world, who);
    pages.push(other);
  }
  await signIn(page, world, who);
  await page.goto('/settings');
  const rows = page.locator('#sessions tbody tr');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: '(this one)' })).toContainText('Chrome on');
  await page
    .getByRole('button', { name: /^End the session of/ })
    .first()
    .click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(rows).toHaveCount(1);
  for (const other of pages) {
    await other.goto('/todos');
    await expect(other).toHaveURL(/\/signin/);
  }
  await page.goto('/todos');
  await expect(page).toHaveURL('/todos');
  await Promise.all(others.map((context) => context.close()));
});

test('neither another human’s session nor their token can be ended', async ({ page, browser, baseURL }) => {
  const [owner, stranger] = [await world.somebody(), await world.somebody()];
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signIn(theirs, world, owner);
  await signIn(page, world, stranger);
  const [session] = await world.db.sql<
    { id: string }[]
  >`select id from sessions where human_id = ${owner.scope.humanId}`;
  const post = (form: Record<string, string>) =>
    page.request.post('/settings/sessions', { form, headers: { origin: baseURL ?? '' }, maxRedirects: 0 });
  const answers = [
    await post({ id: session?.id ?? '' }),
    await post({ id: '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000' }),
    await post({ id: 'x' }),
  ];
  expect(answers.map((answer) => [answer.status(), answer.headers().location])).toEqual(
    Array(3).fill([303, '/settings#sessions']),
  );
  await theirs.goto('/todos');
  await expect(theirs).toHaveURL('/todos');
  await context.close();
});
