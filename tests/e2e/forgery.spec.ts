import { expect, type Page, test } from 'playwright/test';
import { openWorld, signIn } from './support/page';

const world = openWorld();

test.describe('a form from elsewhere', () => {
  for (const [what, origin] of [
    ['another site', 'https://evil.example'],
    ['a sibling domain', 'http://evil.127.0.0.1.nip.io'],
    ['another port', 'http://127.0.0.1:1'],
    ['an opaque origin', 'null'],
    ['nowhere', undefined],
  ] as const) {
    test(`is refused when it comes from ${what}`, async ({ page }) => {
      const who = await world.somebody();
      const id = await world.aDeadLetter(who);
      await signIn(page, world, who);
      await page.goto(`/todos/${id}`);
      const fields = await formFields(page);
      const headers: Record<string, string> = origin === undefined ? {} : { origin };
      for (const path of [`/todos/${id}`, '/signout', '/theme', '/api/auth/signout']) {
        const response = await page.request.post(path, {
          multipart: { ...fields, act: 'retry' },
          headers,
          maxRedirects: 0,
        });
        expect(response.status(), path).toBe(403);
      }
      const text = await page.request.post(`/todos/${id}`, {
        data: new URLSearchParams(fields).toString(),
        headers: { ...headers, 'content-type': 'text/plain' },
      });
      expect(text.status()).toBe(403);
      expect(await world.stateOf(id)).toBe('failed 1/1: failed');
      await page.goto('/todos');
      await expect(page).toHaveURL('/todos');
    });
  }

  test('is taken when it comes from the Board itself', async ({ page, baseURL }) => {
    const who = await world.somebody();
    const id = await world.aDeadLetter(who);
    await signIn(page, world, who);
    await page.goto(`/todos/${id}`);
    const multipart = { ...(await formFields(page)), act: 'retry' };
    const response = await page.request.post(`/todos/${id}`, { multipart, headers: { origin: baseURL ?? '' } });
    expect(response.status()).toBe(200);
    expect(await world.stateOf(id)).toBe('pending 0/1: failed');
  });
});

/** The hidden fields of the act's form, as a browser without script would post them. */
async function formFields(page: Page): Promise<Record<string, string>> {
  const html = await (await page.request.get(page.url())).text();
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]));
}
