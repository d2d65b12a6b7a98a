import { expect, type Page, test } from 'playwright/test';
import { parse as parseToml } from 'smol-toml';
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
  const text = async (client: string) => {
    await page.getByRole('tab', { name: client, exact: true }).click();
    return (await page.getByRole('tabpanel', { name: client, exact: true }).locator('pre').textContent()) ?? '';
  };
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
  expect(parseToml(await text('Codex'))).toEqual({
    mcp_servers: { switchboard: { url, bearer_token_env_var: 'SWITCHBOARD_TOKEN' } },
  });
  expect(await text('curl')).toContain(`Authorization: Bearer ${token}`);
});

test('the tabs go by arrow keys, one panel at a time', async ({ page }) => {
  await signIn(page, world, await world.somebody());
  await vend(page, 'Tabs', 'ci');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await expect(tab('Claude Code')).toHaveAttribute('aria-selected', 'true');
  await tab('Claude Code').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tab('curl')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(tab('Claude Code, by project')).toBeFocused();
  await expect(page.getByRole('tabpanel')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy for Claude Code, by project' })).toBeFocused();
});

test('the light turns on at the first call, with the client’s name, and after a rotation at the next', async ({
  page,
  baseURL,
}) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  const light = page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: /Waiting|Connected/ });
  const token = await vend(page, 'Lit', 'ci');
  await expect(light).toHaveText('Waiting for the first call…');
  expect((await initialize(baseURL, token)).status).toBe(200);
  await expect(light).toHaveText('Connected, claude-code 2.0.1');
  await expect(page.getByText(/^last call (just now|\d+ s ago)$/)).toBeVisible();
  await page.getByRole('link', { name: 'I have copied it: go on' }).click();
  await expect(page.getByRole('row', { name: /claude-code 2\.0\.1/ })).toContainText('1');
  await page.getByRole('link', { name: 'Rotate the credential' }).click();
  await page.getByRole('button', { name: 'Rotate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lit has a new credential' })).toBeFocused();
  const fresh = (await page.locator('[data-credential]').textContent()) ?? '';
  expect(fresh).not.toBe(token);
  expect((await initialize(baseURL, token)).status).toBe(401);
  await expect(light).toHaveText('Waiting for the first call…');
  expect((await initialize(baseURL, fresh)).status).toBe(200);
  await expect(light).toHaveText('Connected, claude-code 2.0.1');
});

test('the last refused call is told, with the remedy', async ({ page, baseURL }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  const token = await vend(page, 'Refused', 'ci');
  const session = (await initialize(baseURL, token)).headers.get('mcp-session-id') ?? '';
  const refused = await mcp(baseURL, token, 'tools/call', { name: 'retry', arguments: { id: 'x' } }, session);
  expect(await refused.text()).toContain('forbidden');
  await page.getByRole('link', { name: 'I have copied it: go on' }).click();
  await expect(page.locator('main dl')).toContainText(/retry was forbidden, .*: it asked for a verb or a queue/);
});

test('signed out, the light tells nothing', async ({ request }) => {
  const who = await world.somebody();
  for (const id of [who.endpointId, '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000']) {
    const answer = await request.get(`/endpoints/${id}/light`);
    expect(answer.status()).toBe(401);
    expect(await answer.json()).toEqual({ error: { code: 'unauthorized', message: 'Sign in first.' } });
  }
});

function mcp(baseURL: string | undefined, token: string, method: string, params: object, session?: string) {
  return fetch(`${baseURL}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session && { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}

function initialize(baseURL: string | undefined, token: string) {
  const clientInfo = { name: 'claude-code', version: '2.0.1' };
  return mcp(baseURL, token, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
}

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

test('a refused vend names every wrong field at once, keeps what was typed, and makes nothing', async ({ page }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  await page.goto('/endpoints/new');
  await page.getByLabel('Name').fill('Kept');
  await page.getByLabel('Queues').fill('ci, \u0007');
  await page.getByRole('checkbox', { name: 'create_todo' }).check();
  await page.getByText('Advanced').click();
  await page.getByLabel('Expires').selectOption('In 30 days');
  await page.getByRole('button', { name: 'Vend' }).click();
  await expect(page.getByLabel('Queues')).toBeFocused();
  await expect(page.getByLabel('Queues')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Queues')).toHaveAccessibleDescription(/printable characters/);
  await expect(page.getByLabel('Name')).toHaveValue('Kept');
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByRole('checkbox', { name: 'create_todo' })).toBeChecked();
  await expect(page.getByLabel('Expires')).toHaveValue('30d');
  for (const verb of await page.getByRole('checkbox').all()) await verb.uncheck();
  await page.getByLabel('Name').fill('');
  await page.getByLabel('Queues').fill('');
  await page.getByRole('button', { name: 'Vend' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/^Name must have 1 to 100 characters\./);
  await expect(page.getByLabel('Queues')).toHaveAccessibleDescription(/^Queues must name 1 to 50 queues\./);
  await expect(page.getByRole('group', { name: 'Verbs' })).toHaveAccessibleDescription(/^Verbs must name at least one/);
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
  const form = page.getByRole('region', { name: 'Send a test todo' });
  await form.getByLabel('Title').fill('Try me');
  await form.getByLabel('Queue').selectOption('reviews');
  await form.getByRole('button', { name: 'Send it' }).click();
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
  await expect(page.locator('main')).toContainText('Its endpoint was revoked at');
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
