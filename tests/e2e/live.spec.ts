import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, expect, type Page, test } from 'playwright/test';
import { claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { failTodo } from '@/lib/store/fail';
import { disableHuman } from '@/lib/store/humans/disable-human';
import { startServer, type TestServer } from '../support/server';
import { openWorld, signIn } from './support/page';
import type { Somebody } from './support/world';

const world = openWorld({ tells: true });
const METRICS_TOKEN = 'a-token-for-scraping-that-is-long-enough';
let server: TestServer;
let second: TestServer;

test.describe.configure({ timeout: 120_000 });

// Two instances of their own on the common database: their streams are counted, and one must hear of what the other did.
test.beforeAll(async () => {
  const databaseUrl = process.env.SWITCHBOARD_E2E_DATABASE_URL ?? '';
  const env = { SWITCHBOARD_METRICS_TOKEN: METRICS_TOKEN, NEXTAUTH_SECRET: 'one-secret-for-both-instances-of-it' };
  [server, second] = [await startServer({ databaseUrl, env }), await startServer({ databaseUrl, env })];
});
test.afterAll(async () => {
  await Promise.all([server?.stop(), second?.stop()]);
});

async function openBoard(context: BrowserContext, who: Somebody, path: string, at = server): Promise<Page> {
  const page = await context.newPage();
  if ((await context.cookies(at.url)).length === 0) await signIn(page, world, who, at.url);
  await page.goto(`${at.url}${path}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  return page;
}

async function streamsOf(at: TestServer): Promise<number> {
  const answer = await fetch(`${at.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^switchboard_sse_clients (\d+)/m.exec(await answer.text())?.[1]);
}

/** Notes every change inside the elements that a selector finds, from here on. */
async function watch(page: Page, selector: string): Promise<() => Promise<string[]>> {
  await page.evaluate((wanted) => {
    const noted: string[] = [];
    (globalThis as { noted?: string[] }).noted = noted;
    const note = (records: MutationRecord[]) => {
      for (const { type, addedNodes, target } of records)
        noted.push(`${type} ${addedNodes.length} ${target.textContent?.slice(0, 60)}`);
    };
    for (const element of document.querySelectorAll(wanted))
      new MutationObserver(note).observe(element, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
  }, selector);
  return () => page.evaluate(() => (globalThis as { noted?: string[] }).noted ?? []);
}

test('what happens elsewhere is shown, whichever instance it happened on', async ({ context }) => {
  const who = await world.somebody();
  const id = await world.aPendingTodo(who, { title: 'Watch me' });
  const page = await openBoard(context, who, '/todos');
  const row = page.getByRole('row', { name: /Watch me/ });
  await expect(row).toContainText('pending');
  await claimTodo(world.db, who.endpoint, { id });
  await expect(row).toContainText('claimed');
  const other = await openBoard(context, who, `/todos/${id}`, second);
  await other.getByRole('button', { name: 'Release' }).click();
  await expect(row).toContainText('pending');
  await other.getByRole('button', { name: 'Claim' }).click();
  await expect(row).toContainText('claimed');
});

test('an appended attempt is one addition in the polite region of an open drawer; focus, scroll and the rest stay', async ({
  context,
}) => {
  const who = await world.somebody();
  const id = await world.aTodoWithADeath(who, { title: 'Growing', payload: Array.from({ length: 90 }, (_, i) => i) });
  const page = await openBoard(context, who, '/todos');
  await page.getByRole('link', { name: 'Growing' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Copy id' }).focus();
  const region = dialog.getByRole('region', { name: 'Todo', exact: true });
  await region.evaluate((element) => element.scrollTo(0, 500));
  await failTodo(world.db, who.endpoint, { id, summary: 'third summary' });
  await expect(dialog).toContainText('third summary');
  await world.db.sql`update todos set next_retry_at = now() where id = ${id}`;
  const noted = await watch(page, 'dialog [aria-live]');
  await claimTodo(world.db, who.endpoint, { id, claimant: 'harness/box/fixer/run-10' });
  await expect(dialog.getByRole('heading', { name: 'Attempts (4)' })).toBeVisible();
  expect(await noted()).toEqual([expect.stringMatching(/^childList 1 /)]);
  await expect(dialog.getByRole('button', { name: 'Copy id' })).toBeFocused();
  expect(await region.evaluate((element) => element.scrollTop)).toBe(500);
  await expect(dialog.locator('[aria-live=polite]')).toHaveAttribute('aria-relevant', 'additions');
});

test('for 60 idle seconds with a live lease nothing changes in any live region', async ({ context }) => {
  const who = await world.somebody();
  await world.aClaimedTodo(who, { title: 'Quiet' });
  const page = await openBoard(context, who, '/todos');
  await page.getByRole('link', { name: 'Quiet' }).click();
  await expect(page.locator('dialog[open]')).toBeVisible();
  const noted = await watch(page, '[aria-live], [role=status], [role=alert], [role=log]');
  await sleep(60_000);
  expect(await noted()).toEqual([]);
});

test('at ten changes a second for 30 s an open drawer keeps its focus, its scroll, its selection and its way back', async ({
  context,
}) => {
  const who = await world.somebody();
  const { db } = world;
  const artifact = 'https://ci.example.com/runs/1';
  const id = await world.aDeadLetter(who, { title: 'Read me', summary: 'a summary to be marked', artifact });
  const busy = await Promise.all(Array.from({ length: 10 }, (_, i) => world.aPendingTodo(who, { title: `Busy ${i}` })));
  const page = await openBoard(context, who, '/todos');
  await page.getByRole('link', { name: 'Read me' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: artifact }).focus();
  const region = dialog.getByRole('region', { name: 'Todo', exact: true });
  await region.evaluate((element) => {
    element.scrollTo(0, 120);
    const summary = [...element.querySelectorAll('p')].find((p) => p.textContent === 'a summary to be marked');
    if (summary) document.getSelection()?.selectAllChildren(summary);
  });
  const noted = await watch(page, 'dialog [aria-live]');
  const endAt = performance.now() + 30_000;
  for (let turn = 0; performance.now() < endAt; turn += 1) {
    const todo = busy[turn % busy.length] ?? '';
    const from = performance.now();
    await claimTodo(db, who.endpoint, { id: todo });
    await failTodo(db, who.endpoint, { id: todo });
    await db.sql`update todos set state = 'pending', next_retry_at = null, attempt = 0, owner = null where id = ${todo}`;
    await sleep(Math.max(0, 200 - (performance.now() - from)));
  }
  await expect(dialog.getByRole('link', { name: artifact })).toBeFocused();
  expect(await region.evaluate((element) => element.scrollTop)).toBe(120);
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('a summary to be marked');
  expect(await noted()).toEqual([]);
  await db.sql`update todos set state = 'pending', finished_at = null, attempt = 0, owner = null where id = ${id}`;
  await claimTodo(db, who.endpoint, { id });
  await expect(dialog.getByRole('heading', { name: 'Attempts (2)' })).toBeVisible();
  expect(await noted()).toEqual([expect.stringMatching(/^childList 1 /)]);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Read me' })).toBeFocused();
});

test('500 changes in ten seconds: hardly a word, and no row moves under the pointer', async ({ context }) => {
  const who = await world.somebody();
  const { db } = world;
  await world.aPendingTodo(who, { title: 'Under the pointer' });
  const page = await openBoard(context, who, '/todos');
  const link = page.getByRole('link', { name: 'Under the pointer' });
  await link.hover();
  const before = await link.boundingBox();
  const said = await watch(page, '[role=status]');
  const from = performance.now();
  for (let count = 0; count < 250; count += 1) {
    const { todo } = await world.aClaimedTodo(who, { title: `New ${count}` });
    if (count % 2) await completeTodo(db, who.endpoint, { id: todo.id });
    await sleep(Math.max(0, count * 40 - (performance.now() - from)));
  }
  await expect(page.getByRole('button', { name: /^\d+ new, show$/ })).toBeVisible();
  expect(await link.boundingBox()).toEqual(before);
  expect((await said()).length).toBeLessThanOrEqual(5);
  const newest = page.getByRole('link', { name: 'New 249', exact: true });
  await expect(async () => {
    await page.getByRole('button', { name: /new, show/ }).click({ timeout: 2_000 });
    await expect(newest).toBeFocused({ timeout: 500 });
  }).toPass();
});

test('a row that leaves the list keeps its place under the hand, and the list moves on when the hand is gone', async ({
  context,
}) => {
  const who = await world.somebody();
  const id = await world.aPendingTodo(who, { title: 'Leaving' });
  await world.aPendingTodo(who, { title: 'Staying' });
  const page = await openBoard(context, who, '/todos?state=pending');
  await page.getByRole('checkbox', { name: 'Select Staying' }).check();
  await claimTodo(world.db, who.endpoint, { id });
  await expect(page.getByRole('row', { name: /Leaving/ })).toContainText('no longer in this list');
  await expect(page.getByRole('button', { name: '1 gone, show' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Staying' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Select Staying' }).uncheck();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.mouse.move(5, 5);
  await world.aPendingTodo(who, { title: 'Arriving' });
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['Arriving', 'Staying']);
});

test('the focus returns to the todo’s link although the list changed meanwhile, or to the heading when it left', async ({
  context,
}) => {
  const who = await world.somebody();
  const id = await world.aPendingTodo(who, { title: 'Old one' });
  const page = await openBoard(context, who, '/todos?state=pending');
  await page.getByRole('link', { name: 'Old one' }).click();
  await expect(page.locator('dialog[open]')).toBeVisible();
  await world.aPendingTodo(who, { title: 'Newer one' });
  await expect(page.locator('table')).toContainText('Newer one');
  await expect(page.locator('dialog[open]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Old one' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog[open]')).toBeVisible();
  await claimTodo(world.db, who.endpoint, { id });
  await expect(page.locator('table')).not.toContainText('Old one');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Todos' })).toBeFocused();
});

test('eight tabs share one stream and are all usable; the next tab takes it over', async ({ context }) => {
  const who = await world.somebody();
  const id = await world.aDeadLetter(who, { title: 'In every tab' });
  const before = await streamsOf(server);
  const tabs = [await openBoard(context, who, '/todos')];
  while (tabs.length < 8) {
    const tab = await context.newPage();
    const from = performance.now();
    await tab.goto(`${server.url}/todos`);
    await expect(tab.getByText('Live', { exact: true })).toBeVisible();
    expect(performance.now() - from).toBeLessThan(10_000);
    tabs.push(tab);
  }
  expect(await streamsOf(server)).toBe(before + 1);
  const [first, ...rest] = tabs;
  const last = rest.at(-1);
  if (!first || !last) throw new Error('no tabs');
  await last.getByRole('link', { name: 'In every tab' }).click();
  await last.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await expect(last.getByRole('dialog').getByRole('status').filter({ hasText: 'Retried' })).toBeVisible();
  for (const tab of tabs)
    await expect(tab.getByRole('row', { name: /In every tab/, includeHidden: true })).toContainText('pending');
  await first.close();
  await expect.poll(() => streamsOf(server)).toBe(before + 1);
  await claimTodo(world.db, who.endpoint, { id });
  for (const tab of rest)
    await expect(tab.getByRole('row', { name: /In every tab/, includeHidden: true })).toContainText('claimed');
});

test('paused or out of sight a page stays as it is, and no stream is kept for it', async ({ context }) => {
  const who = await world.somebody();
  const id = await world.aPendingTodo(who, { title: 'Hold still' });
  const before = await streamsOf(server);
  const page = await openBoard(context, who, '/todos');
  const row = page.getByRole('row', { name: /Hold still/ });
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Updates paused')).toBeVisible();
  await expect.poll(() => streamsOf(server)).toBe(before);
  await claimTodo(world.db, who.endpoint, { id });
  await sleep(3_000);
  await expect(row).toContainText('pending');
  await page.reload();
  await expect(page.getByText('Updates paused')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(row).toContainText('claimed');
  await setVisibility(page, 'hidden');
  await expect.poll(() => streamsOf(server)).toBe(before);
  await completeTodo(world.db, who.endpoint, { id });
  await sleep(3_000);
  await expect(row).toContainText('claimed');
  await setVisibility(page, 'visible');
  await expect(row).toContainText('done', { timeout: 2_000 });
});

async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('without a stream the page looks for itself', async ({ context }) => {
  const who = await world.somebody();
  const id = await world.aPendingTodo(who, { title: 'Look at me' });
  await context.route('**/api/events', (route) => route.abort());
  const page = await context.newPage();
  await signIn(page, world, who, server.url);
  await page.goto(`${server.url}/todos`);
  await expect(page.getByText('Looking every 15 s')).toBeVisible();
  await claimTodo(world.db, who.endpoint, { id });
  await expect(page.getByRole('row', { name: /Look at me/ })).toContainText('claimed', { timeout: 20_000 });
});

test('a stream tells its human’s ids and kinds and nobody else’s, and ends with the session and with the human', async ({
  context,
  browser,
}) => {
  const [who, other] = [await world.somebody(), await world.somebody()];
  const page = await context.newPage();
  await signIn(page, world, who, server.url);
  const events = await listenRaw(context, server);
  expect(events.status).toBe(200);
  const id = await world.aPendingTodo(who, { title: 'my plan' });
  const foreign = await world.aPendingTodo(other, { title: 'secret plan' });
  await expect.poll(() => events.text()).toContain(id);
  await sleep(1_000);
  expect(events.text()).toContain(`data: {"todos":[{"id":"${id}","kind":"created"}]}`);
  for (const word of [foreign, 'plan']) expect(events.text()).not.toContain(word);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/signin/);
  await expect.poll(() => events.isOver(), { timeout: 60_000 }).toBe(true);
  expect((await fetch(`${server.url}/api/events`)).status).toBe(401);

  const theirs = await browser.newContext();
  await signIn(await theirs.newPage(), world, other, server.url);
  const stream = await listenRaw(theirs, server);
  await disableHuman(world.db, other.email);
  await expect.poll(() => stream.isOver(), { timeout: 60_000 }).toBe(true);
  expect((await listenRaw(theirs, server)).status).toBe(401);
  await theirs.close();
});

/** The stream as it comes over the wire, with the context's cookies. */
async function listenRaw(context: BrowserContext, at: TestServer) {
  const cookies = await context.cookies(at.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${at.url}/api/events`, { headers: { cookie } });
  let text = '';
  let isOver = false;
  const read = async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
    isOver = true;
  };
  void read().catch(() => {
    isOver = true;
  });
  return { status: answer.status, text: () => text, isOver: () => isOver };
}
