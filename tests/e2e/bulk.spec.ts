import { expect, test } from 'playwright/test';
import { openWorld, signIn } from './support/page';

const world = openWorld();

test('a selection is retried as a job, and the log says who did it', async ({ page }) => {
  const who = await world.somebody();
  const ids = [await world.aDeadLetter(who, { title: 'One' }), await world.aDeadLetter(who, { title: 'Two' })];
  const left = await world.aDeadLetter(who, { title: 'Three' });
  await signIn(page, world, who);
  await page.goto('/todos?state=dead_letter');
  for (const title of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Retried 2, skipped 0, failed 0.')).toBeVisible();
  for (const id of ids) expect(await world.stateOf(id)).toBe('pending 0/1: failed');
  expect(await world.stateOf(left)).toBe('failed 1/1: failed');
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['Three']);
  await expect(page.getByText('0 selected')).toBeVisible();
  await page.goto('/activity');
  await expect(page.getByRole('region', { name: 'Bulk jobs' })).toContainText('Retry of 2 todos, selected by hand');
  const log = page.getByRole('region', { name: 'What humans did' });
  await expect(log.getByRole('listitem')).toHaveText(
    [`${who.email} began a bulk retry`].map((text) => new RegExp(text)),
  );
});

test('what moved on since the page was shown is skipped, and nothing selected is said so', async ({ page }) => {
  const who = await world.somebody();
  const { todo } = await world.aClaimedTodo(who, { title: 'Held' });
  await signIn(page, world, who);
  await page.goto('/todos?state=claimed');
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(page.getByText('Nothing was changed: no todo is selected. Tick some first.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Held' }).check();
  await world.die(todo.id);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(page.getByText('Released 0, skipped 1 that had moved on, failed 0.')).toBeVisible();
  expect(await world.stateOf(todo.id)).toBe('pending 1/5: reaped');
});

test('all that match are retried, in their queue and of their human alone', async ({ page }) => {
  const [who, other] = [await world.somebody(), await world.somebody()];
  const foreign = await world.aDeadLetter(other);
  const elsewhere = await world.aDeadLetter(who, { queue: 'reviews' });
  for (let count = 0; count < 53; count += 1) await world.aDeadLetter(who, { title: `Dead ${count}` });
  await signIn(page, world, who);
  await page.goto('/todos?state=dead_letter&queue=ci');
  await expect(page.locator('caption')).toHaveText('Newest 50 of more, dead letter, queue ci');
  await page.getByRole('button', { name: 'Retry all 53 matching' }).click();
  await expect(page.getByText('Retried 53, skipped 0, failed 0.')).toBeVisible();
  for (const id of [foreign, elsewhere]) expect(await world.stateOf(id)).toBe('failed 1/1: failed');
});

test('a queue’s page shows its depth, its hour and who drains it, and redrives its dead letters', async ({ page }) => {
  const who = await world.somebody();
  const id = await world.aDeadLetter(who, { title: 'Dead' });
  await world.aPendingTodo(who);
  await world.db.sql`
    insert into queue_minutes (minute, endpoint_id, queue, created, completed, died)
    values (date_trunc('minute', now()) - interval '5 minutes', ${who.endpointId}, 'ci', 4, 2, 1)`;
  await signIn(page, world, who);
  await page.getByRole('table').getByRole('link', { name: 'ci', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Queue ci' })).toBeFocused();
  await expect(page).toHaveTitle('Queue ci · Switchboard');
  await expect(page.locator('main')).toContainText(
    'In the last 60 minutes 4 todos came in and 3 attempts ended: 2 completed, 1 died.',
  );
  await expect(page.getByRole('img', { name: 'Attempts ended per minute, at most 3' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Endpoints that drain it' })).toContainText('fixer-bot');
  await page.getByRole('button', { name: 'Redrive all 1' }).click();
  await expect(page.getByText('Retried 1, skipped 0, failed 0.')).toBeVisible();
  expect(await world.stateOf(id)).toBe('pending 0/1: failed');
});

test('a queue’s name may hold anything printable', async ({ page }) => {
  const name = 'a/b ?#%25 “ü” <b>';
  const who = await world.somebody([name]);
  await world.aPendingTodo(who, { queue: name });
  await signIn(page, world, who);
  await page.getByRole('table').getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Queue ${name}`);
  await page.getByRole('link', { name: 'All todos of this queue' }).click();
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(1);
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('a selection is released, a todo created, a queue and the log read', async ({ page }) => {
    const who = await world.somebody();
    const { todo } = await world.aClaimedTodo(who, { title: 'Held' });
    await signIn(page, world, who);
    await page.goto('/todos?state=claimed');
    await page.getByRole('checkbox', { name: 'Select Held' }).check();
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await expect(page.getByText('Released 1, skipped 0, failed 0.')).toBeVisible();
    expect(await world.stateOf(todo.id)).toBe('pending 1/5: released');
    await page.goto('/todos');
    await page.getByText('Create a todo').click();
    await page.getByLabel('Title').fill('By hand');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('Created: “By hand” is new in queue ci.')).toBeVisible();
    await page.goto('/queues/ci');
    await expect(page.locator('main')).toContainText('The oldest pending todo waits since');
    await page.goto('/activity');
    await expect(page.getByRole('region', { name: 'What humans did' }).getByRole('listitem')).toHaveCount(2);
  });
});
