import { spawnSync } from 'node:child_process';
import { expect, type Page, test } from 'playwright/test';
import { WEBHOOK_TYPES } from '@/lib/store/webhooks/webhook-type';
import { complaintsOf, openWorld, signIn } from './support/page';
import type { Somebody } from './support/world';

const world = openWorld();

interface Made {
  readonly url: string;
  readonly curl: string;
}

async function make(page: Page, type: string): Promise<Made> {
  await page.goto('/webhooks');
  const form = page.getByLabel('Source', { exact: true });
  if (!(await form.isVisible())) await page.getByText('New webhook').click();
  await form.selectOption(type);
  await page.getByRole('button', { name: 'Make the webhook' }).click();
  await expect(page.getByRole('region', { name: 'New webhook, shown once' })).toBeFocused();
  return {
    url: (await page.locator('[data-url]').textContent()) ?? '',
    curl: (await page.locator('[data-curl]').textContent()) ?? '',
  };
}

/** Sends what a curl line would, as a real shell hands it to curl. */
async function run(curl: string): Promise<Response> {
  const { stdout, status } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${curl}\n`]);
  expect(status).toBe(0);
  const [, url = '', ...rest] = String(stdout).split('\0').slice(0, -1);
  const values = (flag: string) => rest.flatMap((word, index) => (word === flag ? [rest[index + 1] ?? ''] : []));
  const headers = values('-H').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
  return await fetch(url, { method: 'POST', headers, body: values('-d')[0] ?? '' });
}

async function todosOf(who: Somebody): Promise<string[]> {
  const rows = await world.db.sql<{ id: string }[]>`select id from todos where endpoint_id = ${who.endpointId}`;
  return rows.map(({ id }) => id);
}

for (const type of WEBHOOK_TYPES) {
  test(`a ${type} webhook is made, its curl line makes a todo, and the log tells of it`, async ({ page }) => {
    const complaints = complaintsOf(page);
    const who = await world.somebody();
    await signIn(page, world, who);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    const { url, curl } = await make(page, type);
    expect((await answered).headers()['cache-control']).toContain('no-store');
    const token = url.split('/').at(-1) ?? '';
    const secret = await page.locator('[data-secret]').allTextContents();
    expect(secret).toHaveLength(type === 'generic' ? 0 : 1);
    expect((await run(curl)).status).toBe(202);
    const [todo] = await todosOf(who);
    await page.goto('/webhooks');
    const html = await page.content();
    for (const hidden of [token, ...secret]) expect(html).not.toContain(hidden);
    await expect(page.getByRole('article')).toContainText(`${token.slice(0, 12)}…`);
    const row = page.getByRole('row').filter({ hasText: 'accepted' });
    await expect(row).toContainText('1 new todo');
    await row.getByRole('link', { name: todo ?? 'none' }).click();
    await expect(page).toHaveURL(`/todos/${todo}`);
    expect(complaints).toEqual([]);
  });
}

test('a refused delivery is in the log with its reason, and a redelivery with the todo that was there', async ({
  page,
}) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  const { url, curl } = await make(page, 'github');
  expect((await run(curl)).status).toBe(202);
  expect((await run(curl)).status).toBe(202);
  expect(
    (await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
  ).toBe(401);
  await page.goto('/webhooks');
  await expect(page.getByRole('row').filter({ hasText: 'refused' })).toContainText(
    'signature is missing or does not match',
  );
  await expect(page.getByRole('row').filter({ hasText: 'duplicate' })).toContainText('there already');
});

test('URL and secret are rotated, shown once, and what they replace goes on for a day', async ({ page }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  const { curl } = await make(page, 'gitea');
  await page.goto('/webhooks');
  await page.getByText('Rotate URL or secret').click();
  await page.getByRole('button', { name: 'Rotate the URL of' }).click();
  await expect(page.getByRole('region', { name: 'URL, shown once' })).toBeFocused();
  const fresh = (await page.locator('[data-credential]').textContent()) ?? '';
  expect(curl).not.toContain(fresh);
  await expect(page.getByRole('article')).toContainText('the one before it until');
  expect((await run(curl.replace(/'http[^']*'/, `'${fresh}'`))).status).toBe(202);
  expect((await run(curl)).status).toBe(202);
  await page.getByRole('article').getByLabel('Secret that the source dictates').fill('a-dictated-secret-of-gitea');
  await page.getByRole('button', { name: 'Rotate the secret of' }).click();
  await expect(page.locator('[data-credential]')).toHaveText('a-dictated-secret-of-gitea');
  await page.getByRole('article').getByLabel('Secret that the source dictates').fill('short');
  await page.getByRole('button', { name: 'Rotate the secret of' }).click();
  await expect(page.getByText('Nothing was changed. Secret must be 16 to 500')).toBeVisible();
});

test('a refused webhook names its field and keeps what was typed', async ({ page }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  await page.goto('/webhooks');
  await page.getByLabel('Source', { exact: true }).selectOption('stripe');
  await page.getByLabel('Queue').fill('\u0007');
  await page.getByRole('button', { name: 'Make the webhook' }).click();
  await expect(page.getByLabel('Queue')).toBeFocused();
  await expect(page.getByLabel('Queue')).toHaveAccessibleDescription(/printable characters/);
  await expect(page.getByLabel('Source', { exact: true })).toHaveValue('stripe');
  await page.getByLabel('Queue').fill('nowhere');
  await page.getByRole('button', { name: 'Make the webhook' }).click();
  await expect(page.getByText('An endpoint is not granted this queue')).toBeVisible();
});

test('another human’s webhook and endpoint are as absent as a random id', async ({ page }) => {
  const [owner, stranger] = [await world.somebody(), await world.somebody()];
  await signIn(page, world, owner);
  await make(page, 'github');
  const [webhook] = await world.db.sql<
    { id: string }[]
  >`select id from webhooks where endpoint_id = ${owner.endpointId}`;
  await page.context().clearCookies();
  await signIn(page, world, stranger);
  await make(page, 'github');
  const random = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
  const pages = await Promise.all(
    [webhook?.id, random].map(async (id) => (await page.request.get(`/webhooks?webhook=${id}`)).text()),
  );
  for (const html of pages) expect(html.match(/<article/g)).toHaveLength(1);
  await page.goto('/webhooks');
  await page.getByText('Rotate URL or secret').click();
  const texts: (string | null)[] = [];
  for (const id of [webhook?.id ?? '', random]) {
    await page.locator('input[name=part][value=token]').evaluate((part, value) => {
      const input = part.parentElement?.querySelector<HTMLInputElement>('input[name=id]');
      if (input) input.value = value;
    }, id);
    await page.getByRole('button', { name: 'Rotate the URL of' }).click();
    await expect(page.getByText('There is no such webhook.')).toBeVisible();
    texts.push(await page.getByRole('article').getByRole('status').first().textContent());
  }
  expect(texts[0]).toBe(texts[1]);
  const [row] = await world.db.sql<{ rotated: boolean }[]>`
    select previous_token_hash is not null as rotated from webhooks where id = ${webhook?.id ?? random}`;
  expect(row?.rotated).toBe(false);
});
