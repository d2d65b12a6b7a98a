import { expect, type Page, test } from 'playwright/test';
import { complaintsOf, openWorld, signIn } from './support/page';
import type { Somebody } from './support/world';

const world = openWorld();

/** Opens a todo's drawer from the filtered list with the keyboard. */
async function openDrawer(page: Page, who: Somebody, title: string): Promise<void> {
  await signIn(page, world, who);
  await page.goto('/todos?queue=ci');
  await page.getByRole('link', { name: title }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog[open]')).toBeVisible();
}

test('Enter on the row’s link opens a modal drawer with the focus on its heading', async ({ page }) => {
  const who = await world.somebody();
  const id = await world.aTodoWithADeath(who, { title: 'Open me' });
  await openDrawer(page, who, 'Open me');
  await expect(page).toHaveURL(`/todos/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Open me' });
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await expect(dialog.getByRole('heading', { name: 'Open me' })).toBeFocused();
  await expect(page).toHaveTitle('Open me · Switchboard');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
});

test('Tab and Shift+Tab go round inside the drawer', async ({ page }) => {
  const who = await world.somebody();
  await world.aClaimedTodo(who, { title: 'Round and round' });
  await openDrawer(page, who, 'Round and round');
  const stops = new Set<string>();
  for (const key of [...Array<string>(14).fill('Tab'), ...Array<string>(14).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(() => {
      const active = document.activeElement;
      return active?.closest('dialog[open]') ? `${active.tagName} ${active.textContent?.slice(0, 20)}` : 'outside';
    });
    stops.add(stop);
  }
  expect(stops).not.toContain('outside');
  expect([...stops].some((stop) => stop.includes('Release'))).toBe(true);
  expect([...stops].some((stop) => stop.includes('Close'))).toBe(true);
});

for (const [way, leave] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['Close', (page: Page) => page.getByRole('button', { name: 'Close' }).click()],
  ['the backdrop', (page: Page) => page.mouse.click(20, 400)],
  ['the browser’s Back', (page: Page) => page.goBack()],
] as const) {
  test(`${way} closes the drawer: the list is there with its filters and the focus is on the row’s link`, async ({
    page,
  }) => {
    const who = await world.somebody();
    await world.aPendingTodo(who, { title: 'Older one' });
    await world.aPendingTodo(who, { title: 'Close me' });
    await openDrawer(page, who, 'Close me');
    await leave(page);
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/todos?queue=ci');
    await expect(page.getByRole('link', { name: 'Close me' })).toBeFocused();
    await expect(page.getByLabel('Queue', { exact: true })).toHaveValue('ci');
  });
}

test('the drawer opens again, by Forward and by another click', async ({ page }) => {
  const who = await world.somebody();
  await world.aPendingTodo(who, { title: 'First' });
  await world.aPendingTodo(who, { title: 'Second' });
  await openDrawer(page, who, 'First');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole('dialog', { name: 'First' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Second' }).click();
  await expect(page.getByRole('dialog', { name: 'Second' })).toBeVisible();
});

test('after an act that took the row away, closing puts the focus on the heading of the list', async ({ page }) => {
  const who = await world.somebody();
  await world.aDeadLetter(who, { title: 'Leaves the list' });
  await signIn(page, world, who);
  await page.goto('/todos?state=dead_letter');
  await page.getByRole('link', { name: 'Leaves the list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: 'Retried' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/todos?state=dead_letter');
  await expect(page.getByText('No todo matches.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Todos' })).toBeFocused();
});

test('an inner region scrolls, not the dialog', async ({ page }) => {
  const who = await world.somebody();
  await world.aDeadLetter(who, { title: 'Long', payload: Array.from({ length: 200 }, (_, index) => index) });
  await openDrawer(page, who, 'Long');
  const region = page.getByRole('dialog').getByRole('region', { name: 'Todo', exact: true });
  await region.focus();
  await page.keyboard.press('End');
  await expect.poll(() => region.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  expect(await page.locator('dialog').evaluate((element) => element.scrollTop)).toBe(0);
});

test('the drawer lists the attempts newest first, the open one among them, in a polite live region', async ({
  page,
}) => {
  const who = await world.somebody();
  await world.aTodoWithADeath(who, { title: 'Three tries' });
  await openDrawer(page, who, 'Three tries');
  const section = page.getByRole('dialog').getByRole('region', { name: 'Attempts (3)' });
  await expect(section.getByRole('heading', { name: 'Attempts (3)' })).toBeVisible();
  await expect(section.locator('[aria-live=polite] ol > li strong')).toHaveText([
    'Attempt 3',
    'Attempt 2',
    'Attempt 1',
  ]);
  const [open, , failed] = await section.getByRole('listitem').all();
  await expect(open ?? section).toContainText('harness/box/fixer/run-9');
  await expect(open ?? section).toContainText('open');
  await expect(failed ?? section).toContainText('retry scheduled');
  await expect(failed ?? section).toContainText('tests still red');
  await expect(section.getByRole('img')).toHaveCount(1);
});

test('SPEC-0034 REQ-13 · Drawer shows a death', async ({ page }) => {
  const who = await world.somebody();
  await world.aTodoWithADeath(who, { title: 'Somebody died' });
  await openDrawer(page, who, 'Somebody died');
  const dead = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Attempt 2' });
  await expect(dead).toContainText('reaped');
  await expect(dead).toContainText('requeued');
  await expect(dead).toContainText('last heartbeat 2026-09-22 14:01:00 UTC');
  const marker = dead.getByRole('img', { name: 'died: no report', exact: true });
  await expect(marker).toHaveText('died');
  expect(await marker.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('dashed');
});

test('a direct load is a full page with the same content', async ({ page, browser }) => {
  const who = await world.somebody();
  const id = await world.aTodoWithADeath(who, { title: 'Same content' });
  await openDrawer(page, who, 'Same content');
  const drawer = page.getByRole('dialog');
  const headings = await drawer.getByRole('heading').allTextContents();
  const attempts = await drawer.locator('ol').textContent();
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(`/todos/${id}`);
  await expect(plain.locator('dialog')).toHaveCount(0);
  expect(await plain.locator('main').getByRole('heading').allTextContents()).toEqual(headings);
  expect(await plain.locator('main ol').textContent()).toBe(attempts);
  await expect(plain).toHaveTitle('Same content · Switchboard');
  await context.close();
});

test('a todo that was deleted meanwhile opens as the not-found page', async ({ page }) => {
  const who = await world.somebody();
  const id = await world.aDeadLetter(who, { title: 'Pruned' });
  await signIn(page, world, who);
  await page.goto('/todos');
  await world.db.sql`delete from todos where id = ${id}`;
  await page.getByRole('link', { name: 'Pruned' }).click();
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('nothing moves for those who ask for less motion, and nothing is refused by the policy', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const who = await world.somebody();
  await world.aDeadLetter(who, { title: 'Hold still' });
  await openDrawer(page, who, 'Hold still');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.getByRole('button', { name: 'Copy id' }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  expect(complaints).toEqual([]);
});
