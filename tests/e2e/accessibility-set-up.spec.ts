import { expect, type Page, test } from 'playwright/test';
import { createWebhook } from '@/lib/store/webhooks/create-webhook';
import { logDelivery } from '@/lib/store/webhooks/log-delivery';
import { startServer, type TestServer } from '../support/server';
import { expectAccessible, overflowOf } from './support/axe';
import { startIdentityProvider } from './support/identity-provider';
import { openWorld, signIn } from './support/page';
import type { Somebody } from './support/world';

const world = openWorld();
test.describe.configure({ timeout: 90_000 });

let withProviders: TestServer;
test.beforeAll(async () => {
  const provider = await startIdentityProvider();
  await provider.stop();
  const github = { SWITCHBOARD_GITHUB_CLIENT_ID: 'id', SWITCHBOARD_GITHUB_CLIENT_SECRET: 'secret' };
  const databaseUrl = process.env.SWITCHBOARD_E2E_DATABASE_URL ?? '';
  withProviders = await startServer({ databaseUrl, env: { ...provider.env, ...github, SWITCHBOARD_DEV_LOGIN: '1' } });
});
test.afterAll(async () => await withProviders?.stop());

const LONG = 'W'.repeat(200);

/** Two webhooks, one of them with a delivery of each kind, in the longest words that there can be. */
async function withWebhooks(who: Somebody): Promise<void> {
  const made = await createWebhook(world.db, who.scope, {
    endpointId: who.endpointId,
    queue: 'a-queue-with-a-rather-long-name-for-deployments',
    type: 'generic',
    encryptionKey: Buffer.alloc(32, 1),
  });
  await createWebhook(world.db, who.scope, {
    endpointId: who.endpointId,
    queue: 'ci',
    type: 'github',
    encryptionKey: Buffer.alloc(32, 1),
  });
  const todoIds = [await world.aPendingTodo(who), await world.aPendingTodo(who)];
  const note = (given: object) =>
    logDelivery(world.db, made.webhookId, {
      verdict: 'accepted',
      status: 202,
      event: LONG,
      todoIds,
      created: 2,
      ...given,
    });
  await note({});
  await note({ verdict: 'duplicate', created: 0 });
  await note({ verdict: 'answered', status: 200, todoIds: [], created: 0 });
  await note({ verdict: 'refused', status: 401, reason: LONG, todoIds: [], created: 0 });
  await note({});
  await note({});
}

/** A unique title, one heading of the first rank, one main, a way past the navigation, and the place that one is at. */
async function expectLandmarks(page: Page, path: string, current: string): Promise<string> {
  await page.goto(path);
  await expect(page.locator('h1'), path).toHaveCount(1);
  await expect(page.locator('main'), path).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Skip to content' }), path).toHaveAttribute('href', '#main');
  await expect(page.locator('nav [aria-current=page]'), path).toHaveText(current);
  return await page.title();
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 640, 320]) {
    test.describe(`axe finds nothing, ${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('at the doors', async ({ page }) => {
        for (const path of ['/signin', '/signin?error=OAuthCallback', '/signin?token=sbl_x', '/nothing-here']) {
          await page.goto(`${withProviders.url}${path}`);
          await expectAccessible(page, path);
        }
      });

      test('on settings, with a token just minted', async ({ page }) => {
        await signIn(page, world, await world.somebody());
        await page.goto('/settings');
        await expectAccessible(page, 'settings');
        await page.getByRole('button', { name: 'Mint an operator token' }).click();
        await expect(page.locator('[data-credential]')).toBeVisible();
        await expectAccessible(page, 'settings with a token');
      });

      test('on webhooks: none, full, refused and made', async ({ page }) => {
        const who = await world.somebody();
        await signIn(page, world, who);
        await page.goto('/webhooks');
        await expectAccessible(page, 'no webhooks');
        await page.getByText('Advanced').click();
        await page.getByLabel('Queue').fill('\u0007');
        await page.getByRole('button', { name: 'Make the webhook' }).click();
        await expect(page.getByLabel('Queue')).toBeFocused();
        await expectAccessible(page, 'webhook refused');
        await page.getByLabel('Queue').fill('ci');
        await page.getByLabel('Source', { exact: true }).selectOption('slack');
        await page.getByRole('button', { name: 'Make the webhook' }).click();
        await expect(page.locator('[data-curl]')).toBeVisible();
        await expectAccessible(page, 'webhook made');
        await withWebhooks(who);
        await page.goto('/webhooks');
        await page.getByText('Rotate URL or secret').first().click();
        await page.getByRole('button', { name: 'Rotate the secret of' }).first().click();
        await expect(page.locator('[data-credential]')).toBeVisible();
        await expectAccessible(page, 'webhooks');
      });

      test('on an endpoint, its rotation and its reveal', async ({ page }) => {
        const who = await world.somebody();
        await world.db.sql`
          insert into mcp_sessions (id, endpoint_id, protocol_version, client_name, client_version)
          values (${who.endpointId}, ${who.endpointId}, '2025-06-18', ${LONG}, '1')`;
        await world.db.sql`
          update endpoints
          set last_refused_at = now(), last_refused_verb = 'retry', last_refused_code = 'forbidden'
          where id = ${who.endpointId}`;
        const url = `https://runner.invalid/${LONG}`;
        await world.db.sql`
          insert into notify_hooks (id, endpoint_id, url, secret_encrypted)
          values (${who.endpointId}, ${who.endpointId}, ${url}, '')`;
        await signIn(page, world, who);
        for (const rest of ['', '/rotate']) {
          await page.goto(`/endpoints/${who.endpointId}${rest}`);
          if (rest === '') await page.getByText('New notify hook').click();
          await expectAccessible(page, `endpoint${rest}`);
        }
        await page.getByRole('button', { name: 'Rotate' }).click();
        await expect(page.getByRole('tablist')).toBeVisible();
        await expectAccessible(page, 'reveal');
      });
    });
  }
}

test.describe('with text at 200 % and wide spacing, at 320 px', () => {
  test.use({ bypassCSP: true, viewport: { width: 320, height: 800 } });

  test('nothing scrolls sideways', async ({ page }) => {
    const who = await world.somebody();
    await withWebhooks(who);
    await signIn(page, world, who);
    for (const path of [
      '/settings',
      '/webhooks',
      `/endpoints/${who.endpointId}`,
      `/endpoints/${who.endpointId}/rotate`,
    ]) {
      await page.goto(path);
      await page.addStyleTag({
        content:
          'html { font-size: 200% } * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      });
      expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
    }
  });
});

test('each page has a title of its own, its landmarks, and its place in the navigation', async ({ page }) => {
  const who = await world.somebody();
  await signIn(page, world, who);
  const titles = [
    await expectLandmarks(page, '/endpoints', 'Endpoints'),
    await expectLandmarks(page, '/endpoints/new', 'Endpoints'),
    await expectLandmarks(page, `/endpoints/${who.endpointId}`, 'Endpoints'),
    await expectLandmarks(page, `/endpoints/${who.endpointId}/rotate`, 'Endpoints'),
    await expectLandmarks(page, `/endpoints/${who.endpointId}/revoke`, 'Endpoints'),
    await expectLandmarks(page, '/webhooks', 'Webhooks'),
    await expectLandmarks(page, '/settings', 'Settings'),
  ];
  expect(new Set(titles).size).toBe(titles.length);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused();
});
