import { expect, type Page, test } from 'playwright/test';
import { expectAccessible as check, overflowOf } from './support/axe';
import { openWorld, signIn } from './support/page';
import type { Somebody } from './support/world';

const world = openWorld();
test.describe.configure({ timeout: 90_000 });

async function aFullBoard(): Promise<Somebody & { id: string }> {
  const who = await world.somebody(['ci', 'reviews', 'a-queue-with-a-rather-long-name-for-deployments']);
  await world.aPendingTodo(who);
  await world.aParkedRetry(who, { title: 'Parked '.repeat(20) });
  await world.aDeadLetter(who, { title: 'Dead', artifact: 'https://example.com/log' });
  await world.aClaimedTodo(who, { title: 'Held', queue: 'a-queue-with-a-rather-long-name-for-deployments' });
  const id = await world.aTodoWithADeath(who, { title: 'Somebody died' });
  return { ...who, id };
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 320]) {
    test.describe(`axe finds nothing, ${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('signed out', async ({ page }) => {
        for (const path of ['/signin', '/signin?error=link', '/signin?token=sbl_x', '/nothing-here']) {
          await page.goto(path);
          await check(page, path);
        }
      });

      test('on an empty Board', async ({ page }) => {
        const who = await world.somebody();
        await signIn(page, world, who);
        for (const path of ['/', '/todos', '/todos?state=nonsense&queue=x']) {
          await page.goto(path);
          await check(page, path);
        }
        await world.db
          .sql`update endpoints set human_id = (select id from humans where id <> ${who.scope.humanId} limit 1) where id = ${who.endpointId}`;
        await page.goto('/endpoints');
        await check(page, 'no endpoints');
      });

      test('on a typical Board, page and drawer', async ({ page }) => {
        const who = await aFullBoard();
        await signIn(page, world, who);
        const paths = ['/', '/todos', '/todos?state=dead_letter', `/todos/${who.id}`, '/todos/td_nothing'];
        for (const path of [
          ...paths,
          '/endpoints',
          `/endpoints/${who.endpointId}`,
          `/endpoints/${who.endpointId}/revoke`,
        ]) {
          await page.goto(path);
          await check(page, path);
        }
        await page.goto('/todos');
        await page.getByRole('link', { name: 'Somebody died' }).click();
        await expect(page.locator('dialog[open]')).toBeVisible();
        await check(page, 'drawer');
        await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
        await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: 'Released' })).toBeVisible();
        await check(page, 'drawer after an act');
      });

      test('on the vend: empty, refused and revealed', async ({ page }) => {
        await signIn(page, world, await world.somebody());
        await page.goto('/endpoints/new');
        await page.getByText('Advanced').click();
        await check(page, 'vend');
        await page.getByLabel('Name').fill('Reviewer');
        await page.getByLabel('Queues').fill('\u0007');
        await page.getByRole('button', { name: 'Vend' }).click();
        await expect(page.getByLabel('Queues')).toBeFocused();
        await check(page, 'vend refused');
        await page.getByLabel('Queues').fill('ci');
        await page.getByRole('button', { name: 'Vend' }).click();
        await expect(page.locator('[data-credential]')).toBeVisible();
        await check(page, 'reveal');
      });
    });
  }
}

test.describe('with text at 200 % and wide spacing, at 320 px', () => {
  test.use({ bypassCSP: true, viewport: { width: 320, height: 800 } });

  test('nothing scrolls sideways', async ({ page }) => {
    const who = await aFullBoard();
    await world.db.sql`
      insert into todos (id, endpoint_id, queue, title, state, finished_at)
      select 'td_' || gen_random_uuid(), ${who.endpointId}, 'ci', 'one of many', state, case state when 'done' then now() end
      from unnest(array['pending', 'done']) state, generate_series(1, 6620)`;
    await signIn(page, world, who);
    const paths = ['/', '/todos', `/todos/${who.id}`, '/endpoints', `/endpoints/${who.endpointId}`, '/endpoints/new'];
    for (const path of paths) {
      await page.goto(path);
      await page.addStyleTag({
        content:
          'html { font-size: 200% } * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      });
      expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
    }
  });
});

test('the whole way by keyboard alone, with the focus in sight at each stop', async ({ page }) => {
  const who = await world.somebody();
  const { todo } = await world.aClaimedTodo(who, { title: 'By keyboard' });
  await page.goto(await world.signInPath(who));
  await tabTo(page, 'Sign in');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await tabTo(page, 'Endpoints');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/endpoints');
  await tabTo(page, 'Vend an endpoint');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Vend an endpoint' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ci');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-credential]')).toBeVisible();
  await tabTo(page, 'Copy credential');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Todos');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/todos');
  await tabTo(page, 'By keyboard');
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog[open]')).toBeVisible();
  await tabTo(page, 'Release');
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: 'Released' })).toBeFocused();
  expect(await world.stateOf(todo.id)).toBe('pending 1/5: released');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'By keyboard' })).toBeFocused();
  await tabTo(page, 'Sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/signin');
});

/** Tabs on until the focus is on what has this text, and sees that each stop on the way is outlined. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const active = document.activeElement;
      const style = active && getComputedStyle(active);
      return { text: active?.textContent?.trim(), width: style?.outlineWidth, isBody: active === document.body };
    });
    if (stop.isBody) continue;
    expect(stop.width, `outline of ${stop.text}`).toBe('2px');
    if (stop.text === text) return;
  }
  throw new Error(`no stop named ${text}`);
}
