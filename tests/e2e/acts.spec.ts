import { expect, type Page, test } from 'playwright/test';
import { claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { revokeEndpoint } from '@/lib/store/endpoints/revoke-endpoint';
import { startServer } from '../support/server';
import { openWorld, signIn } from './support/page';

const world = openWorld();

const statusOf = (page: Page) => page.locator('main [role=status]').first();

test('SPEC-0034 REQ-6 rule · Release by its human ends a fenced attempt, whose holder’s token is then a conflict', async ({
  page,
}) => {
  const who = await world.somebody();
  const claim = await world.aClaimedTodo(who, { requireFence: true });
  await signIn(page, world, who);
  await page.goto(`/todos/${claim.todo.id}`);
  await page.getByRole('button', { name: 'Release' }).click();
  await expect(statusOf(page)).toHaveText('Released: attempt 1 has ended and the todo is pending again.');
  await expect(page.getByRole('listitem')).toContainText('released');
  await expect(page.getByRole('button', { name: 'Release' })).toHaveCount(0);
  expect(await world.stateOf(claim.todo.id)).toBe('pending 1/5: released');
  const late = completeTodo(world.db, who.endpoint, { id: claim.todo.id, leaseToken: claim.leaseToken });
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
});

test('a Release meant for an attempt that ended meanwhile says so and leaves the next one alone', async ({ page }) => {
  const who = await world.somebody();
  const { todo } = await world.aClaimedTodo(who);
  await signIn(page, world, who);
  await page.goto(`/todos/${todo.id}`);
  await world.die(todo.id);
  await claimTodo(world.db, who.endpoint, { id: todo.id, claimant: 'harness/box/other/run-1' });
  await page.getByRole('button', { name: 'Release' }).click();
  await expect(statusOf(page)).toContainText('Nothing was changed');
  await expect(page.locator('main')).toContainText('harness/box/other/run-1');
  await expect(page.getByRole('heading', { name: 'Attempts (2)' })).toBeVisible();
  expect(await world.stateOf(todo.id)).toBe('claimed 2/5: reaped open');
  await page.getByRole('button', { name: 'Release' }).click();
  await expect(statusOf(page)).toContainText('Released: attempt 2');
});

test('Fail ends an attempt as failed and parks the todo for its retry', async ({ page }) => {
  const who = await world.somebody();
  const { todo } = await world.aClaimedTodo(who, { requireFence: true });
  await signIn(page, world, who);
  await page.goto(`/todos/${todo.id}`);
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(statusOf(page)).toContainText('waits for its retry');
  await expect(page.locator('main')).toContainText('It backs off until');
  expect(await world.stateOf(todo.id)).toBe('failed 1/5: failed');
});

test('Retry brings a dead letter back with its history, from the drawer, and the list behind shows it', async ({
  page,
}) => {
  const who = await world.somebody();
  const id = await world.aDeadLetter(who, { title: 'Bring me back', summary: 'still red' });
  await signIn(page, world, who);
  await page.goto('/todos?queue=ci');
  await page.getByRole('link', { name: 'Bring me back' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'Retried' })).toBeVisible();
  await expect(dialog).toContainText('still red');
  expect(await world.stateOf(id)).toBe('pending 0/1: failed');
  await expect(page).toHaveURL(`/todos/${id}`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/todos?queue=ci');
  await expect(page.getByRole('row', { name: /Bring me back/ })).toContainText('pending');
});

test('Retry also ends an open retry window', async ({ page }) => {
  const who = await world.somebody();
  const id = await world.aParkedRetry(who);
  await signIn(page, world, who);
  await page.goto(`/todos/${id}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(statusOf(page)).toContainText('Retried');
  expect(await world.stateOf(id)).toBe('pending 0/5: failed');
});

test('of two tabs that retry a dead letter, the second is told that it moved on', async ({ page, context }) => {
  const who = await world.somebody();
  const id = await world.aDeadLetter(who);
  await signIn(page, world, who);
  const second = await context.newPage();
  for (const tab of [page, second]) await tab.goto(`/todos/${id}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(statusOf(page)).toContainText('Retried');
  await claimTodo(world.db, who.endpoint, { id, claimant: 'harness/box/new/run-1' });
  await second.getByRole('button', { name: 'Retry' }).click();
  await expect(statusOf(second)).toContainText('Nothing was changed');
  await expect(second.locator('main')).toContainText('claimed');
  expect(await world.stateOf(id)).toBe('claimed 1/1: failed open');
});

test('a double click is one act', async ({ page }) => {
  const who = await world.somebody();
  const id = await world.aDeadLetter(who);
  await signIn(page, world, who);
  await page.goto(`/todos/${id}`);
  await page.getByRole('button', { name: 'Retry' }).dblclick();
  await expect(statusOf(page)).toContainText('Retried');
  expect(await world.stateOf(id)).toBe('pending 0/1: failed');
});

test('a retry that the key or the endpoint forbids says which', async ({ page }) => {
  const who = await world.somebody();
  const id = await world.aDeadLetter(who);
  const newer = await world.aPendingTodo(who);
  await world.db.sql`update todos set idempotency_key = 'gh:1' where id in (${id}, ${newer})`;
  await signIn(page, world, who);
  await page.goto(`/todos/${id}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(statusOf(page)).toContainText('a newer live todo holds the key gh:1');
  await revokeEndpoint(world.db, who.scope, who.endpointId);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(statusOf(page)).toContainText('endpoint of this todo is revoked');
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('a read-only Board shows no acts and answers 403 to each', async ({ browser }) => {
  const who = await world.somebody();
  const id = await world.aDeadLetter(who);
  const databaseUrl = process.env.SWITCHBOARD_E2E_DATABASE_URL ?? '';
  const server = await startServer({ databaseUrl, env: { SWITCHBOARD_BOARD_READ_ONLY: '1' } });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const page = await context.newPage();
    await signIn(page, world, who);
    await page.goto(`/todos/${id}`);
    await expect(page.locator('main')).toContainText('This Board is read-only.');
    await expect(page.locator('main').getByRole('button', { name: 'Retry' })).toHaveCount(0);
    for (const path of [`/todos/${id}`, '/endpoints/new', `/endpoints/${who.endpointId}/revoke`]) {
      const response = await page.request.post(path, { multipart: { act: 'retry' }, headers: { origin: server.url } });
      expect(response.status()).toBe(403);
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/signin/);
  } finally {
    await context.close();
    await server.stop();
  }
  expect(await world.stateOf(id)).toBe('failed 1/1: failed');
});
