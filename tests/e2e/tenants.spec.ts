import { type APIResponse, expect, test } from 'playwright/test';
import { openWorld, signIn } from './support/page';

const world = openWorld();
const RANDOM_ID = 'td_0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';

test.describe('of another human', () => {
  test('SPEC-0034 REQ-10 · Second human on the Board', async ({ page }) => {
    const [owner, other] = [await world.somebody(), await world.somebody()];
    const foreign = await world.aDeadLetter(owner, { title: 'The secret plan', summary: 'secret summary' });
    await signIn(page, world, other);
    for (const headers of [
      {},
      { rsc: '1' },
      { rsc: '1', 'next-url': '/todos' },
      { rsc: '1', 'next-router-prefetch': '1' },
    ]) {
      const answers = [foreign, RANDOM_ID].map(async (id) =>
        whole(await page.request.get(`/todos/${id}`, { headers })),
      );
      const [given, absent] = await Promise.all(answers);
      expect(given).toBe(absent);
      expect(given).not.toContain('secret');
    }
    const answer = await page.goto(`/todos/${foreign}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  });

  test('an endpoint answers as a random id does, on each of its pages', async ({ page }) => {
    const [owner, other] = [await world.somebody(), await world.somebody()];
    const random = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
    await signIn(page, world, other);
    for (const rest of ['', '/revoke', '/rotate', '/light']) {
      const answers = [owner.endpointId, random].map(async (id) =>
        whole(await page.request.get(`/endpoints/${id}${rest}`)),
      );
      const [given, absent] = await Promise.all(answers);
      expect(given).toBe(absent);
      expect(given).toContain('404');
    }
  });

  test('a queue answers as one that nobody has, page and payload', async ({ page }) => {
    const [, other] = [await world.somebody(['the-secret-queue']), await world.somebody()];
    await signIn(page, world, other);
    for (const headers of [{}, { rsc: '1' }, { rsc: '1', 'next-url': '/todos' }]) {
      const answers = ['the-secret-queue', 'a-queue-of-nobody'].map(async (name) =>
        whole(await page.request.get(`/queues/${name}`, { headers })),
      );
      const [given, absent] = await Promise.all(answers);
      expect(given).toBe(absent);
      expect(given).toContain('404');
    }
  });

  test('a bulk act on another’s todo ends as on a random id, and changes nothing', async ({ page }) => {
    const [owner, other] = [await world.somebody(), await world.somebody()];
    const foreign = await world.aDeadLetter(owner);
    await world.aDeadLetter(other, { title: 'Own' });
    await signIn(page, world, other);
    const texts: (string | null)[] = [];
    for (const id of [foreign, RANDOM_ID]) {
      await page.goto('/todos?state=dead_letter');
      await page.getByRole('checkbox', { name: 'Select Own' }).check();
      await page.getByRole('checkbox', { name: 'Select Own' }).evaluate((box: HTMLInputElement, value) => {
        box.value = `${value} 1`;
      }, id);
      await page.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(page.getByText(/^Retried 0, skipped 1/)).toBeVisible();
      texts.push(await page.locator('main').textContent());
    }
    expect(texts[0]?.replace(/\d+ s ago|just now/g, '')).toBe(texts[1]?.replace(/\d+ s ago|just now/g, ''));
    expect(await world.stateOf(foreign)).toBe('failed 1/1: failed');
  });

  test('an act answers as for a random id, and changes nothing', async ({ page }) => {
    const [owner, other] = [await world.somebody(), await world.somebody()];
    const foreign = await world.aDeadLetter(owner);
    const own = await world.aDeadLetter(other);
    await signIn(page, world, other);
    const texts: (string | null)[] = [];
    for (const id of [foreign, RANDOM_ID]) {
      await page.goto(`/todos/${own}`);
      await page.locator('input[name=id]').evaluate((input: HTMLInputElement, value) => {
        input.value = value;
      }, id);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('There is no such todo.')).toBeVisible();
      texts.push(await page.locator('main [role=status]').first().textContent());
    }
    expect(texts[0]).toBe(texts[1]);
    expect(await world.stateOf(foreign)).toBe('failed 1/1: failed');
  });
});

test('signed out, no page and no payload shows anything', async ({ request, baseURL }) => {
  const id = await world.aDeadLetter(await world.somebody(), { title: 'The secret plan' });
  for (const path of [
    '/',
    '/todos',
    `/todos/${id}`,
    '/endpoints',
    '/endpoints/new',
    '/webhooks',
    '/settings',
    '/endpoints/0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000/rotate',
    '/endpoints/0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000/light',
    '/queues/ci',
    '/activity',
    '/api/events',
    `/./todos/${id}`,
    `//todos/${id}`,
  ]) {
    for (const headers of [{}, { rsc: '1' }, { rsc: '1', 'next-url': '/todos' }, bypass()]) {
      const response = await request.get(`${baseURL}${path}`, { headers, maxRedirects: 0 });
      expect(response.status(), path).toBeLessThan(500);
      expect(await response.text(), path).not.toContain('secret');
    }
  }
});

/** Status, headers but the date, and body: everything an answer tells. */
async function whole(response: APIResponse): Promise<string> {
  const { date: _, ...headers } = response.headers();
  return `${response.status()}\n${JSON.stringify(headers)}\n${await response.text()}`;
}

function bypass(): Record<string, string> {
  return { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy', 'x-forwarded-host': 'evil.example' };
}
