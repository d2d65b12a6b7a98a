import { expect, type Locator, type Page, test } from 'playwright/test';
import { endpointScope } from '@/lib/queue/scope';
import { claimTodo } from '@/lib/store/claim';
import { createTodo } from '@/lib/store/create-todo';
import { vendEndpoint } from '@/lib/store/endpoints/vend-endpoint';
import { failTodo } from '@/lib/store/fail';
import { complaintsOf, openWorld, signIn } from './support/page';

const world = openWorld();
const SCRIPT = '<script>alert(1)</script>';
const HOSTILE = `${SCRIPT}<img src=x onerror=alert(2)>"><svg onload=alert(3)>\u202Egnp.exe`;

test('SPEC-0034 REQ-13 · Summary markup is inert', async ({ page }) => {
  const complaints = complaintsOf(page);
  const who = await world.somebody();
  await world.aDeadLetter(who, { title: 'Marked up', summary: SCRIPT });
  await signIn(page, world, who);
  await page.goto('/todos');
  await page.getByRole('link', { name: 'Marked up' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').getByText(SCRIPT, { exact: true })).toBeVisible();
  expect(await page.locator('dialog script').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('text from agents is literal in every field, on every page, and only an https artifact is a link', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const who = await world.somebody();
  const queues = [`${SCRIPT}<img src=x onerror=alert(2)>`];
  const vended = await vendEndpoint(world.db, who.scope, { name: HOSTILE, queues });
  const scope = endpointScope({ endpointId: vended.endpointId, agentId: vended.agentId, queues });
  const { todo } = await createTodo(world.db, scope, {
    operation: 'create_todo',
    source: `webhook:${SCRIPT}`,
    kind: HOSTILE,
    queue: queues[0] ?? '',
    title: HOSTILE,
    idempotencyKey: HOSTILE,
    payloadText: JSON.stringify({ [HOSTILE]: HOSTILE }),
  });
  const artifacts = [
    'javascript:alert(5)',
    'https:alert(6)',
    'https://e.x/" onmouseover="alert(4)',
    'mcp://cairn/x',
    'HTTPS://e.x/a',
  ];
  for (const artifact of artifacts) {
    await claimTodo(world.db, scope, { id: todo.id, claimant: HOSTILE });
    await failTodo(world.db, scope, { id: todo.id, summary: HOSTILE, resultText: JSON.stringify(HOSTILE) });
    await world.db.sql`update todo_attempts set artifact = ${artifact} where todo_id = ${todo.id} and artifact is null`;
    await world.db.sql`update todos set next_retry_at = now(), max_attempts = 9 where id = ${todo.id}`;
  }
  await world.db.sql`update todos set next_retry_at = null, finished_at = now() where id = ${todo.id}`;
  await signIn(page, world, who);
  for (const path of [
    '/',
    '/todos',
    `/todos?queue=${encodeURIComponent(queues[0] ?? '')}`,
    '/endpoints',
    `/endpoints/${vended.endpointId}`,
  ]) {
    await page.goto(path);
    await expect(page.locator('main')).toContainText(SCRIPT);
  }
  await page.goto('/todos');
  await page.getByRole('table').getByRole('link').first().click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog.locator('h2')).toContainText(SCRIPT);
  expect(await dialog.locator('script, img, svg, iframe').count()).toBe(0);
  await expect(dialog.locator('ol')).toContainText(SCRIPT);
  await expect(payloadIn(dialog)).toContainText(SCRIPT);
  const link = dialog.locator('ol a');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveText('HTTPS://e.x/a');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(dialog.locator('ol')).toContainText('javascript:alert(5)');
  await expect(dialog.locator('ol')).toContainText('mcp://cairn/x');
  await page.goto(`/todos/${todo.id}`);
  await expect(page.locator('h1')).toContainText(SCRIPT);
  await expect(page).toHaveTitle(/<script>alert\(1\)<\/script>.*\uFFFDgnp\.exe/);
  expect(complaints).toEqual([]);
});

test('numbers too large for JavaScript keep their digits, and long text without spaces does not widen the page', async ({
  page,
}) => {
  const who = await world.somebody();
  const { todo } = await createTodo(
    world.db,
    { endpointId: who.endpointId },
    {
      operation: 'create_todo',
      source: 'api',
      queue: 'ci',
      title: 'w'.repeat(500),
      payloadText: `{"big": 12345678901234567890.1234567890, "long": "${'x'.repeat(3000)}"}`,
    },
  );
  await claimTodo(world.db, who.endpoint, { id: todo.id, claimant: 'c'.repeat(128) });
  await failTodo(world.db, who.endpoint, {
    id: todo.id,
    summary: 's'.repeat(4000),
    artifact: `https://e.x/${'a'.repeat(490)}`,
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, world, who);
  for (const path of ['/todos', `/todos/${todo.id}`]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
  await expect(payloadIn(page)).toContainText('12345678901234567890.1234567890');
  await expect(page.locator('main')).toContainText('The summary was cut at 2,048 bytes.');
  await page.goto('/todos');
  await page.getByRole('table').getByRole('link').click();
  const region = page.getByRole('dialog').getByRole('region', { name: 'Todo', exact: true });
  expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(await page.locator('dialog').evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(320);
});

function payloadIn(place: Page | Locator): Locator {
  return place.locator('details pre').first();
}
