import { expect, test } from 'playwright/test';
import { createWebhook } from '@/lib/store/webhooks/create-webhook';
import { logDelivery } from '@/lib/store/webhooks/log-delivery';
import { complaintsOf, openWorld, signIn } from './support/page';

const world = openWorld();
const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>"><svg onload=alert(3)>';

test('a notify hook is registered with its secret shown once, listed, and deleted', async ({ page }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  await page.goto(`/endpoints/${who.endpointId}`);
  await page.getByText('New notify hook').click();
  await page.getByLabel('URL', { exact: true }).fill('http://127.0.0.1:9/x');
  await page.getByRole('button', { name: 'Register the hook' }).click();
  await expect(page.getByLabel('URL', { exact: true })).toBeFocused();
  await expect(page.getByLabel('URL', { exact: true })).toHaveAccessibleDescription(/^Url is refused/);
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue('http://127.0.0.1:9/x');
  await page.getByLabel('URL', { exact: true }).fill('https://runner.invalid/wake');
  await page.getByLabel('Only of these queues').fill('ci, nowhere');
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Register the hook' }).click();
  expect((await answered).headers()['cache-control']).toContain('no-store');
  const secret = (await page.locator('[data-credential]').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await expect(page.getByText('not granted the queue nowhere')).toBeVisible();
  await page.reload();
  expect(await page.content()).not.toContain(secret);
  const row = page.getByRole('row').filter({ hasText: 'https://runner.invalid/wake' });
  await expect(row).toContainText('ci, nowhere');
  await expect(row).toContainText('well');
  await row.getByRole('button', { name: 'Delete the hook to https://runner.invalid/wake' }).click();
  await expect(page.getByText('Deleted: calls that were still to be made are not made.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto('/activity');
  await expect(page.locator('main')).toContainText('registered a notify hook of the endpoint');
  await expect(page.locator('main')).toContainText('deleted a notify hook of the endpoint');
});

test('what senders, clients and browsers say of themselves is literal text on every page of the set-up', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const who = await world.somebody();
  const encryptionKey = Buffer.alloc(32, 1);
  const made = await createWebhook(world.db, who.scope, {
    endpointId: who.endpointId,
    queue: HOSTILE,
    type: 'generic',
    encryptionKey,
  });
  await logDelivery(world.db, made.webhookId, { verdict: 'refused', status: 400, reason: HOSTILE, event: HOSTILE });
  await world.db.sql`
    insert into mcp_sessions (id, endpoint_id, protocol_version, client_name, client_version)
    values (${`hostile-${who.endpointId}`}, ${who.endpointId}, '2025-06-18', ${HOSTILE}, ${HOSTILE})`;
  await world.db
    .sql`update endpoints set name = ${HOSTILE}, last_client = ${HOSTILE}, last_seen_at = now() where id = ${who.endpointId}`;
  await signIn(page, world, who);
  await world.db.sql`update sessions set user_agent = ${HOSTILE} where human_id = ${who.scope.humanId}`;
  await world.db
    .sql`update humans set name = ${HOSTILE}, email = ${`${who.endpointId}@unverified.invalid`} where id = ${who.scope.humanId}`;
  for (const path of [
    '/webhooks',
    `/webhooks?webhook=${encodeURIComponent(HOSTILE)}`,
    '/endpoints',
    `/endpoints/${who.endpointId}`,
    `/endpoints/${who.endpointId}/rotate`,
    '/settings',
    `/signin?error=${encodeURIComponent(HOSTILE)}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('banner'), path).toContainText('<script>alert(1)</script>');
    expect(await page.locator('main script, main img, main svg').count(), path).toBe(0);
  }
  await expect(page).toHaveURL('/');
  expect(complaints).toEqual([]);
});
