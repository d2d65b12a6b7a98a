import { expect, test } from 'playwright/test';
import { expectAccessible } from './support/axe';
import { complaintsOf, openWorld, signIn } from './support/page';

const world = openWorld();
const LONG_URL = `https://93.184.216.34/${'told'.repeat(60)}`;

test('a hook is registered with a secret that is shown once, refused with the reason, and deleted', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const who = await world.somebody();
  await signIn(page, world, who);
  await page.goto(`/endpoints/${who.endpointId}`);
  await page.getByRole('link', { name: 'Notify hooks' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Notify hooks of /);

  await page.getByLabel('URL').fill('https://10.0.0.1/');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('not public')).toBeVisible();

  await page.getByLabel('URL').fill(LONG_URL);
  await page.getByLabel('Queues').fill('ci');
  await page.getByRole('button', { name: 'Register' }).click();
  const secret = (await page.locator('[data-credential]').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  const hook = page.getByRole('article', { name: LONG_URL });
  await expect(hook).toContainText('Not called yet.');
  await expectAccessible(page, 'the hooks page');
  await page.reload();
  expect(await page.content()).not.toContain(secret);

  await hook.getByRole('button', { name: /^Delete/ }).click();
  await expect(hook).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("another human's hooks are not found", async ({ page }) => {
  const [mine, theirs] = [await world.somebody(), await world.somebody()];
  await signIn(page, world, mine);
  const response = await page.goto(`/endpoints/${theirs.endpointId}/hooks`);
  expect(response?.status()).toBe(404);
});
