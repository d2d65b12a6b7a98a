import { expect, test } from 'playwright/test';
import { actOnTodo } from '@/lib/board/act-on-todo';
import { startBulkJob } from '@/lib/store/board/start-bulk-job';
import { expectAccessible, overflowOf } from './support/axe';
import { openWorld, signIn } from './support/page';
import type { Somebody } from './support/world';

const world = openWorld();
test.describe.configure({ timeout: 120_000 });

const LONG_QUEUE = 'a-queue-with-a-rather-long-name-for-deployments';

/** Work in every state, with an hour of history, acts in the log and a bulk job. */
async function aBusyBoard(): Promise<Somebody & { id: string; mine: string }> {
  const who = await world.somebody(['ci', 'reviews', LONG_QUEUE]);
  const { db } = world;
  await world.aPendingTodo(who);
  await world.aParkedRetry(who, { title: 'Parked '.repeat(20) });
  const dead = await world.aDeadLetter(who, { title: 'Dead', artifact: 'https://example.com/log' });
  await world.aDeadLetter(who, { title: 'Dead as well', summary: 's'.repeat(2048) });
  await world.aClaimedTodo(who, { title: 'Held', queue: LONG_QUEUE });
  const id = await world.aTodoWithADeath(who, { title: 'Somebody died' });
  const mine = await world.aPendingTodo(who, { title: 'Mine' });
  await actOnTodo(db, who.scope, { id: mine, name: 'claim', attemptsSeen: 0, summary: undefined });
  await startBulkJob(db, who.scope, 'retry', { selection: [{ id: dead, attemptSeq: 9 }] });
  await db.sql`
    insert into queue_minutes (minute, endpoint_id, queue, created, completed, failed, died, released, other)
    select date_trunc('minute', now()) - make_interval(mins => i), ${who.endpointId}, 'ci', 3, i % 9, i % 3, i % 4, i % 2, 0
    from generate_series(0, 50) i`;
  return { ...who, id, mine };
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 640, 320]) {
    test.describe(`axe finds nothing, ${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('on an empty Board', async ({ page }) => {
        const who = await world.somebody();
        await signIn(page, world, who);
        for (const path of [
          '/',
          '/todos',
          '/todos?state=nonsense&queue=x&q=y',
          '/queues/ci',
          '/queues/none',
          '/activity',
        ]) {
          await page.goto(path);
          await expectAccessible(page, path);
        }
      });

      test('on a busy Board', async ({ page }) => {
        const who = await aBusyBoard();
        await signIn(page, world, who);
        for (const path of [
          '/',
          '/todos',
          '/todos?state=dead_letter&queue=ci',
          `/todos/${who.id}`,
          `/todos/${who.mine}`,
          '/queues/ci',
          `/queues/${LONG_QUEUE}`,
          '/activity',
        ]) {
          await page.goto(path);
          await expectAccessible(page, path);
        }
      });

      test('in the drawer, in the create form and after acts', async ({ page }) => {
        const who = await aBusyBoard();
        await signIn(page, world, who);
        await page.goto('/todos?state=dead_letter');
        await expect(page.getByRole('button', { name: 'Release' })).toHaveCount(0);
        await page.goto('/todos?queue=ci');
        await page.getByRole('checkbox', { name: 'Select Dead', exact: true }).check();
        await expectAccessible(page, 'selected');
        await page.getByRole('button', { name: 'Release', exact: true }).click();
        await expect(page.getByText(/^Released 0, skipped 1/)).toBeVisible();
        await expectAccessible(page, 'after a bulk act');
        await page.goto('/todos');
        await page.getByText('Create a todo').click();
        await page.getByText('Key, assignee, cap, payload').click();
        await page.getByLabel('Title').fill('By hand');
        await page.getByLabel('Payload, as JSON').fill('{');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await expect(page.getByText(/^Payload is not valid JSON/)).toBeVisible();
        await expectAccessible(page, 'a refused todo');
        await page.goto('/todos');
        await page.getByRole('link', { name: 'Mine' }).click();
        await expect(page.locator('dialog[open]')).toBeVisible();
        await expectAccessible(page, 'drawer');
        await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
        await expect(page.getByRole('dialog').getByText(/^Completed/)).toBeVisible();
        await expectAccessible(page, 'drawer after an act');
      });
    });
  }
}

test.describe('with text at 200 % and wide spacing, at 320 px', () => {
  test.use({ bypassCSP: true, viewport: { width: 320, height: 800 } });

  test('nothing scrolls sideways', async ({ page }) => {
    const who = await aBusyBoard();
    await signIn(page, world, who);
    for (const path of ['/', '/todos?state=dead_letter', `/todos/${who.mine}`, '/queues/ci', '/activity']) {
      await page.goto(path);
      await page.addStyleTag({
        content:
          'html { font-size: 200% } * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      });
      expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
    }
  });
});

test('a title has room at every width', async ({ page }) => {
  const who = await aBusyBoard();
  await signIn(page, world, who);
  for (const width of [320, 834, 900, 1000, 1024, 1100, 1220, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const least = width === 320 ? 128 : 224;
    for (const path of ['/', '/todos']) {
      await page.goto(path);
      const box = await page.locator('[data-todo]').first().boundingBox();
      expect(box?.width, `${path} at ${width} px`).toBeGreaterThanOrEqual(least);
    }
  }
});

test('where one is stands out in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, world, await world.somebody());
  await page.goto('/todos?state=pending');
  for (const name of ['Main', 'State']) {
    const nav = page.getByRole('navigation', { name });
    const edges = await nav
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => [link.hasAttribute('aria-current'), getComputedStyle(link).borderBottomColor]),
      );
    const [current] = edges.filter(([isCurrent]) => isCurrent).map(([, color]) => color);
    expect(current, name).toBeDefined();
    expect(
      edges.filter(([, color]) => color === current),
      name,
    ).toHaveLength(1);
  }
});

test('a death is told by word and shape, also in greyscale and in forced colours', async ({ page }) => {
  const who = await world.somebody();
  const id = await world.aTodoWithADeath(who);
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, world, who);
  await page.goto(`/todos/${id}`);
  const marker = page.getByRole('img', { name: 'died: no report', exact: true });
  await expect(marker).toHaveText('died');
  expect(await marker.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('dashed');
  await page.goto('/todos');
  const [failed, died] = await page.getByRole('table').locator('svg circle').all();
  const dashes = (mark: typeof died) => mark?.evaluate((element) => getComputedStyle(element).strokeDasharray);
  expect(await dashes(failed)).toBe('none');
  expect(await dashes(died)).not.toBe('none');
});
