import { expect, test } from 'playwright/test';
import { openWorld, signIn } from './support/page';

const world = openWorld();

test('the ledger lists the human’s todos, newest first, in a native table', async ({ page }) => {
  const [who, other] = [await world.somebody(), await world.somebody()];
  await world.aPendingTodo(other, { title: 'Of another human' });
  await world.aDeadLetter(who, { title: 'Died at the cap' });
  await world.aPendingTodo(who, { title: 'Waiting' });
  await signIn(page, world, who);
  await page.goto('/todos');
  const table = page.getByRole('table');
  await expect(table.locator('caption')).toHaveText('2 todos, newest first');
  await expect(table.locator('th[scope=col]')).toHaveText([
    'Todo',
    'State',
    'Queue',
    'Attempts',
    'Holder or last',
    'Created',
  ]);
  await expect(table.getByRole('link')).toHaveText(['Waiting', 'Died at the cap']);
  expect(await table.locator('[onclick], tr[role]').count()).toBe(0);
  await expect(table.getByRole('row', { name: /Died at the cap/ }).getByRole('img')).toHaveAccessibleName(
    '1 attempt: failed',
  );
});

test('failed is two states with two counts and two filters', async ({ page }) => {
  const who = await world.somebody();
  await world.aDeadLetter(who, { title: 'Dead' });
  await world.aParkedRetry(who, { title: 'Parked' });
  await signIn(page, world, who);
  await page.goto('/todos');
  const states = page.getByRole('navigation', { name: 'State' });
  await expect(states.getByRole('link')).toHaveText([
    'all',
    'pending 0',
    'claimed 0',
    'retrying 1',
    'dead letter 1',
    'done 0',
  ]);
  await states.getByRole('link', { name: 'retrying' }).click();
  await expect(page).toHaveURL('/todos?state=retrying');
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['Parked']);
  await expect(states.getByRole('link', { name: 'retrying' })).toHaveAttribute('aria-current', 'true');
});

test('a death and a failure differ in the row’s marks', async ({ page }) => {
  const who = await world.somebody();
  await world.aTodoWithADeath(who);
  await signIn(page, world, who);
  await page.goto('/todos');
  await expect(page.getByRole('table').getByRole('img')).toHaveAccessibleName('3 attempts: failed, died, open');
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('filters, pages and a todo’s page work', async ({ page }) => {
    const who = await world.somebody();
    for (let number = 1; number <= 60; number += 1) await world.aPendingTodo(who, { title: `Todo ${number}` });
    const id = await world.aDeadLetter(who, { title: 'Of reviews', queue: 'reviews' });
    await signIn(page, world, who);
    await page.goto('/todos');
    await page.getByLabel('Queue', { exact: true }).selectOption('ci');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/queue=ci/);
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(50);
    await page.getByRole('link', { name: 'Older' }).click();
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(10);
    await expect(page.getByLabel('Queue', { exact: true })).toHaveValue('ci');
    await page.getByRole('link', { name: 'Newest' }).click();
    await expect(page.getByRole('link', { name: 'Todo 60', exact: true })).toBeVisible();

    await page.goto('/todos?state=dead_letter');
    await page.getByRole('link', { name: 'Of reviews' }).click();
    await expect(page).toHaveURL(`/todos/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of reviews');
    await expect(page.getByRole('heading', { name: 'Attempts (1)' })).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.locator('main [role=status]').first()).toContainText('Retried');
    expect(await world.stateOf(id)).toBe('pending 0/1: failed');
  });
});

test('what the URL says and the page does not know is ignored with a note', async ({ page }) => {
  const who = await world.somebody();
  await world.aPendingTodo(who, { title: 'Still listed' });
  await signIn(page, world, who);
  for (const [search, note] of [
    ['state=nonsense', 'Ignored the unknown state “nonsense”.'],
    ['state=failed', 'Ignored the state “failed”'],
    ['queue=nowhere', 'Ignored the queue “nowhere”'],
    ['cursor=nonsense', 'Ignored a page position'],
    ['sort=title', 'not a filter of this page: “sort”'],
  ] as const) {
    const answer = await page.goto(`/todos?${search}`);
    expect(answer?.status()).toBe(200);
    await expect(page.locator('main')).toContainText(note);
    await expect(page.getByRole('table').getByRole('link')).toHaveText(['Still listed']);
  }
  await page.goto('/todos?state=done&state=pending&queue=ci&queue=x');
  await expect(page.getByText('No todo matches.')).toBeVisible();
});

test('an empty ledger says what to do next', async ({ page }) => {
  await signIn(page, world, await world.somebody());
  await page.goto('/todos');
  await expect(page.locator('main')).toContainText('There are no todos yet.');
});

test('the overview shows dead letters, counts, and the first steps until they are done', async ({ page }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  const steps = page.getByRole('region', { name: 'Three steps to the first todo' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(steps.getByText('done', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Needs you' })).toContainText('Nothing');
  await world.aDeadLetter(who, { title: 'Needs a human' });
  await world.db.sql`update endpoints set last_seen_at = now() where id = ${who.endpointId}`;
  await page.reload();
  await expect(steps).toHaveCount(0);
  await page.getByRole('region', { name: 'Needs you' }).getByRole('link', { name: 'Needs a human' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Needs a human');
  await expect(page.locator('dialog')).toHaveCount(0);
});

test('pages have titles of their own, and a navigation moves the focus to the heading', async ({ page }) => {
  await signIn(page, world, await world.somebody());
  await expect(page).toHaveTitle('Overview · Switchboard');
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Todos', 'Endpoints']) {
    await main.getByRole('link', { name }).click();
    await expect(page).toHaveTitle(`${name} · Switchboard`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await expect(main.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    expect(await page.locator('main').count()).toBe(1);
    expect(await page.locator('h1').count()).toBe(1);
  }
  await page.keyboard.press('Control+Home');
  await page.reload();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('the theme is kept in a cookie and rendered by the server', async ({ page }) => {
  await signIn(page, world, await world.somebody());
  await page.goto('/todos?state=done');
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page).toHaveURL('/todos?state=done');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(16, 19, 23)');
  await page.getByRole('button', { name: 'System' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
});
