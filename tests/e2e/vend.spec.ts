import { expect, type Page, test } from 'playwright/test';
import { findEndpointByToken } from '@/lib/store/endpoints/find-endpoint-by-token';
import { complaintsOf, openWorld, signIn } from './support/page';

const world = openWorld();

async function vend(page: Page, name: string, queues: string): Promise<string> {
  await page.goto('/endpoints/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Queues').fill(queues);
  await page.getByRole('button', { name: 'Vend' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} is vended` })).toBeFocused();
  return (await page.locator('[data-credential]').textContent()) ?? '';
}

test('a vend reveals the credential once, in no URL and no title, and a reload has it no more', async ({ page }) => {
  const complaints = complaintsOf(page);
  const who = await world.somebody();
  await signIn(page, world, who);
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  const token = await vend(page, 'Reviewer', 'ci, reviews ,ci');
  expect((await answered).headers()['cache-control']).toContain('no-store');
  expect(token).toMatch(/^sbk_[A-Za-z0-9_-]{43}$/);
  expect(await findEndpointByToken(world.db, token)).toMatchObject({ name: 'Reviewer', queues: ['ci', 'reviews'] });
  expect(page.url()).not.toContain('sbk_');
  expect(await page.title()).not.toContain('sbk_');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vend an endpoint');
  expect(await page.content()).not.toContain(token);
  await page.goto('/endpoints');
  expect(await page.content()).not.toContain(token);
  await expect(page.getByRole('article').filter({ hasText: 'Reviewer' })).toContainText(token.slice(0, 12));
  expect(complaints).toEqual([]);
});

test('the reveal holds ready configuration for each client', async ({ page, baseURL }) => {
  await signIn(page, world, await world.somebody());
  const token = await vend(page, 'Configured', 'ci');
  const text = async (client: string) =>
    (await page
      .locator('details', { has: page.getByText(client, { exact: true }) })
      .locator('pre')
      .textContent()) ?? '';
  const url = `${baseURL}/api/mcp`;
  expect(await text('Claude Code')).toBe(
    `claude mcp add --transport http --scope user switchboard ${url} --header "Authorization: Bearer ${token}"`,
  );
  expect(JSON.parse(await text('Cursor')).mcpServers.switchboard).toEqual({
    url,
    headers: { Authorization: `Bearer \${env:SWITCHBOARD_TOKEN}` },
  });
  expect(JSON.parse(await text('VS Code'))).toMatchObject({
    inputs: [{ id: 'token', type: 'promptString', password: true }],
    servers: { switchboard: { type: 'http', url, headers: { Authorization: `Bearer \${input:token}` } } },
  });
  expect(JSON.parse(await text('Gemini CLI')).mcpServers.switchboard.httpUrl).toBe(url);
  expect(JSON.parse(await text('Windsurf')).mcpServers.switchboard.serverUrl).toBe(url);
  expect(await text('curl')).toContain(`Authorization: Bearer ${token}`);
});

test('the export line can be copied over plain http', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
  await signIn(page, world, await world.somebody());
  const token = await vend(page, 'Copied', 'ci');
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
  await page.getByRole('button', { name: 'Copy as export line' }).click();
  await expect(page.getByText('Copied', { exact: true }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy as export line' })).toBeFocused();
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`export SWITCHBOARD_TOKEN='${token}'`);
});

test('a refused vend names the field, keeps what was typed, and makes nothing', async ({ page }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  await page.goto('/endpoints/new');
  await page.getByLabel('Name').fill('Kept');
  await page.getByLabel('Queues').fill('ci, \u0007');
  await page.getByRole('checkbox', { name: 'create_todo' }).check();
  await page.getByRole('button', { name: 'Vend' }).click();
  await expect(page.getByLabel('Queues')).toBeFocused();
  await expect(page.getByLabel('Queues')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Queues')).toHaveAccessibleDescription(/printable characters/);
  await expect(page.getByLabel('Name')).toHaveValue('Kept');
  await expect(page.getByRole('checkbox', { name: 'create_todo' })).toBeChecked();
  for (const verb of await page.getByRole('checkbox').all()) await verb.uncheck();
  await page.getByLabel('Queues').fill('ci');
  await page.getByRole('button', { name: 'Vend' }).click();
  await expect(page.getByText('Verbs must name at least one')).toBeVisible();
  const [row] = await world.db.sql<
    { count: number }[]
  >`select count(*)::int from endpoints where human_id = ${who.scope.humanId}`;
  expect(row?.count).toBe(1);
});

test('verbs and expiry are granted as chosen', async ({ page }) => {
  await signIn(page, world, await world.somebody());
  await page.goto('/endpoints/new');
  await page.getByLabel('Name').fill('Short-lived');
  await page.getByLabel('Queues').fill('ci');
  await page.getByRole('checkbox', { name: 'release' }).uncheck();
  await page.getByText('Advanced').click();
  await page.getByLabel('Expires').selectOption('In 7 days');
  await page.getByRole('button', { name: 'Vend' }).click();
  await page.getByRole('link', { name: 'I have copied it: go on' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Short-lived');
  await expect(page.locator('main')).toContainText('in 7 d');
  await expect(page.locator('main dl')).not.toContainText('release');
});

test('a test todo goes to a queue of the endpoint and opens from there', async ({ page }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  await page.goto(`/endpoints/${who.endpointId}`);
  await page.getByLabel('Title').fill('Try me');
  await page.getByLabel('Queue').selectOption('reviews');
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByText('Sent to reviews.')).toBeVisible();
  await page.getByRole('link', { name: 'Open the test todo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Try me');
  await expect(page.locator('main')).toContainText('by board');
});

test('revoking asks first, ends the credential and says what became of the todos', async ({ page }) => {
  const who = await world.somebody();
  const { todo } = await world.aClaimedTodo(who);
  await signIn(page, world, who);
  await page.goto('/endpoints');
  await page.getByRole('link', { name: 'Revoke fixer-bot' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revoke fixer-bot?');
  expect(await world.stateOf(todo.id)).toBe('claimed 1/5: open');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('status').first()).toHaveText(
    'Revoked: its credential has ended and 1 todo is a dead letter now.',
  );
  expect(await world.stateOf(todo.id)).toBe('failed 1/5: revoked');
  await page.goto(`/todos/${todo.id}`);
  await expect(page.locator('main')).toContainText('is revoked: no agent can take it');
  await expect(page.locator('main').getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('a vend shows its credential in the answer to the form', async ({ page }) => {
    await signIn(page, world, await world.somebody());
    await page.goto('/endpoints/new');
    await page.getByLabel('Name').fill('Plain');
    await page.getByLabel('Queues').fill('ci');
    await page.getByRole('button', { name: 'Vend' }).click();
    await expect(page.locator('[data-credential]')).toContainText('sbk_');
    await page.goto('/endpoints/new');
    await expect(page.locator('[data-credential]')).toHaveCount(0);
  });
});
