import { expect, type Page, test } from 'playwright/test';
import { type Somebody, World } from './world';

/** The world behind the server under test, for one spec file; with `tells` the server's Boards hear of what is done in it. */
export function openWorld({ tells = false } = {}): World {
  const world = World.open(process.env.SWITCHBOARD_E2E_DATABASE_URL ?? 'postgres://127.0.0.1:1/none', tells);
  test.afterAll(() => world.close());
  return world;
}

/**
 * Signs somebody in by a one-time link and lands on the overview.
 * @param origin a server of the test's own; the common one by default
 */
export async function signIn(page: Page, world: World, who: Somebody, origin = ''): Promise<void> {
  await page.goto(`${origin}${await world.signInPath(who)}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
}

/** Collects what a page must never do: throw, refuse a script or style under its policy, open a dialog box. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

/** What has the focus: its role-bearing tag and its text. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const active = document.activeElement;
    return `${active?.tagName.toLowerCase()} ${active?.textContent?.trim().slice(0, 80)}`;
  });
}
