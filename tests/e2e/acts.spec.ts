import { expect, type Page, test } from 'playwright/test';
import { toWireAttempt } from '@/lib/queue/wire-attempt';
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
  await second.getByRole('button', { name: 'Pause' }).click();
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
  // Before the page's script runs, two clicks are two forms sent, and the second rightly says that nothing was changed.
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
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

test('a human claims a todo, extends it and completes it with a summary that the next claimer would be told', async ({
  page,
}) => {
  const who = await world.somebody();
  const id = await world.aPendingTodo(who);
  await signIn(page, world, who);
  await page.goto(`/todos/${id}`);
  await page.getByRole('button', { name: 'Claim' }).click();
  await expect(statusOf(page)).toContainText('Claimed: attempt 1 is yours until');
  await expect(page.locator('main')).toContainText('by you, on the Board');
  await page.getByRole('button', { name: 'Extend by 1 h' }).click();
  await expect(statusOf(page)).toContainText('Extended: attempt 1 is yours until');
  await page.getByLabel('Summary').fill('Did it by hand <b>');
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(statusOf(page)).toContainText('Completed: attempt 1 has ended and the todo is done.');
  expect(await world.stateOf(id)).toBe('done 1/5: completed');
  await expect(page.getByRole('listitem').filter({ hasText: 'Attempt 1' })).toContainText('Did it by hand <b>');
});

test('on an agent’s attempt there is no Complete and no Extend, and forged ones change nothing', async ({ page }) => {
  const who = await world.somebody();
  const { todo } = await world.aClaimedTodo(who);
  await signIn(page, world, who);
  await page.goto(`/todos/${todo.id}`);
  await expect(page.locator('main').getByRole('button', { name: /Complete|Extend|Claim/ })).toHaveCount(0);
  for (const act of ['complete', 'extend', 'claim']) {
    await page.getByRole('button', { name: 'Release' }).evaluate((button: HTMLButtonElement, value) => {
      button.value = value;
    }, act);
    await page.getByRole('button', { name: 'Release' }).click();
    await expect(statusOf(page)).toContainText('Nothing was changed');
    await page.reload();
  }
  expect(await world.stateOf(todo.id)).toBe('claimed 1/5: open');
});

test('why a todo is not claimable is told with its remedy, and what the next worker will be told can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const who = await world.somebody();
  const id = await world.aParkedRetry(who);
  await signIn(page, world, who);
  await page.goto(`/todos/${id}`);
  await expect(page.getByRole('heading', { name: 'Why is this not claimable?' })).toBeVisible();
  await expect(page.locator('[data-reason=backoff]')).toContainText('or retry it now');
  const shown = await page.locator('[data-briefing]').textContent();
  await page.getByRole('button', { name: 'Copy JSON' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await world.db.sql`update todos set next_retry_at = now() where id = ${id}`;
  const { priorAttempts } = await claimTodo(world.db, who.endpoint, { id });
  expect(shown).toBe(JSON.stringify(priorAttempts.map(toWireAttempt)));
});

test('a todo created by hand is new once, and a wrong field is named with nothing created', async ({ page }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  await page.goto('/todos');
  await page.getByText('Create a todo').click();
  await page.getByText('Key, assignee, cap, payload').click();
  const fill = async () => {
    await page.getByLabel('Title').fill('By hand');
    await page.getByLabel('Idempotency key').fill('k1');
    await page.getByLabel('Assignee').selectOption('me');
    await page.getByLabel('Tries at most').fill('2');
  };
  await fill();
  await page.getByLabel('Payload, as JSON').fill('{"a":');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/^Payload is not valid JSON/)).toBeVisible();
  await expect(page.getByLabel('Payload, as JSON')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Payload, as JSON')).toHaveValue('{"a":');
  await expect(page.getByLabel('Title')).toHaveValue('By hand');
  await expect(page.getByLabel('Assignee')).toHaveValue('me');
  await page.getByLabel('Payload, as JSON').fill('{"a": 1}');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Created: “By hand” is new in queue ci.')).toBeVisible();
  await fill();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/^Nothing was created: a live todo holds this idempotency key/)).toBeVisible();
  await page.getByRole('link', { name: 'Open the todo' }).click();
  await expect(page.getByRole('dialog', { name: 'By hand' })).toContainText('assigned to a human');
  await page.getByRole('dialog').getByRole('button', { name: 'Claim' }).click();
  await expect(page.getByRole('dialog').getByText(/^Claimed: attempt 1 is yours/)).toBeVisible();
});
