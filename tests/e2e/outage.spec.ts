import { expect, test } from 'playwright/test';
import { startServer } from '../support/server';
import { openWorld, signIn } from './support/page';
import { layWire } from './support/wire';

const world = openWorld();

test('while the database is away a page says so with 503 and an act fails gently; after, both work again', async ({
  browser,
}) => {
  const wire = await layWire(process.env.SWITCHBOARD_E2E_DATABASE_URL ?? '');
  const server = await startServer({ databaseUrl: wire.url });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const who = await world.somebody();
    const id = await world.aDeadLetter(who);
    const page = await context.newPage();
    await signIn(page, world, who);
    await page.goto(`/todos/${id}`);
    await wire.cut();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
    const answer = await page.goto('/todos');
    expect(answer?.status()).toBe(503);
    expect(answer?.headers()['retry-after']).toBe('5');
    expect(await page.content()).not.toMatch(/node_modules|at .*\.(js|ts):|ECONN/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The database does not answer');
    expect(await world.stateOf(id)).toBe('failed 1/1: failed');
    await wire.mend();
    await expect(async () => expect((await page.goto(`/todos/${id}`))?.status()).toBe(200)).toPass();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Retried:')).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
    await wire.cut();
  }
});
