import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from 'playwright/test';
import { disableHuman } from '@/lib/store/humans/disable-human';
import { startServer, type TestServer } from '../support/server';
import { type IdentityProvider, startIdentityProvider } from './support/identity-provider';
import { openWorld } from './support/page';
import { startTlsProxy, type TlsProxy } from './support/tls-proxy';

const world = openWorld();
const databaseUrl = () => process.env.SWITCHBOARD_E2E_DATABASE_URL ?? '';

let provider: IdentityProvider;
let board: TestServer;

test.beforeAll(async () => {
  provider = await startIdentityProvider();
  board = await startServer({ databaseUrl: databaseUrl(), env: provider.env });
});

test.afterAll(async () => {
  await board?.stop();
  await provider?.stop();
});

async function signIn(page: Page, path = '/signin'): Promise<void> {
  await page.goto(`${board.url}${path}`);
  await page.getByRole('button', { name: /^Sign in with 127/ }).click();
}

const anEmail = () => `${randomUUID()}@example.test`;

async function humansWith(email: string): Promise<number> {
  const [row] = await world.db.sql<{ count: number }[]>`select count(*)::int from humans where email = ${email}`;
  return row?.count ?? 0;
}

test('a stranger becomes a human, a deep link survives, and the subject decides from then on', async ({ page }) => {
  const [sub, email] = [randomUUID(), anEmail()];
  provider.says({ sub, email, email_verified: true, name: 'Ada' });
  await page.goto(`${board.url}/todos?state=done&queue=ci`);
  await page.getByRole('button', { name: /^Sign in with 127/ }).click();
  await expect(page).toHaveURL(`${board.url}/todos?state=done&queue=ci`);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  provider.says({ sub, email: anEmail(), email_verified: true });
  await signIn(page);
  await expect(page.getByText(email)).toBeVisible();
  const [session] = await world.db.sql<{ method: string; agent: string }[]>`
    select s.method, s.user_agent as agent
    from sessions s
    join humans h on h.id = s.human_id
    where h.email = ${email}
    limit 1`;
  expect(session).toEqual({ method: 'oidc', agent: expect.stringContaining('Mozilla') });
});

test('a verified email leads to the human who has it, with all that is theirs', async ({ page }) => {
  const who = await world.somebody();
  await world.aPendingTodo(who, { title: 'Mine already' });
  provider.says({ sub: randomUUID(), email: who.email.toUpperCase(), email_verified: true });
  await signIn(page, '/signin?callbackUrl=/todos');
  await expect(page.getByRole('link', { name: 'Mine already' })).toBeVisible();
});

test('an email that is not verified takes nobody over, nor keeps the address from its owner', async ({ page }) => {
  const who = await world.somebody();
  await world.aPendingTodo(who, { title: 'Not for you' });
  const free = anEmail();
  for (const email of [who.email, free]) {
    provider.says({ sub: randomUUID(), email, email_verified: false, name: 'Mallory' });
    await page.context().clearCookies();
    await signIn(page, '/signin?callbackUrl=/todos');
    await expect(page.getByRole('heading', { level: 1, name: 'Todos' })).toBeVisible();
    await expect(page.getByText('Not for you')).toHaveCount(0);
    await expect(page.getByRole('banner')).toContainText('Mallory');
  }
  expect(await humansWith(free)).toBe(0);
});

test('a disabled human is refused, and told so', async ({ page }) => {
  const who = await world.somebody();
  await disableHuman(world.db, who.scope.humanId);
  provider.says({ sub: randomUUID(), email: who.email, email_verified: true });
  await signIn(page);
  await expect(page.locator('main [role=alert]')).toContainText('disabled');
  await page.goto(`${board.url}/todos`);
  await expect(page).toHaveURL(/\/signin/);
});

test('signing in anew ends the session that the browser held', async ({ page, context, request }) => {
  provider.says({ sub: randomUUID(), email: anEmail(), email_verified: true });
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const before = (await context.cookies()).find(({ name }) => name === 'next-auth.session-token');
  const path = await world.signInPath(await world.somebody());
  await page.goto(`${board.url}${path}`);
  await page.getByRole('button', { name: /^Sign in with 127/ }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const headers = { cookie: `next-auth.session-token=${before?.value}` };
  const old = await request.get(`${board.url}/todos`, { headers, maxRedirects: 0 });
  expect(old.status()).toBe(307);
});

test('what did not begin here is not finished here', async ({ page }) => {
  const target = '/todos/td_kept';
  await page.goto(`${board.url}/signin?callbackUrl=${target}`);
  for (const search of ['code=x&state=y', 'error=access_denied', '', 'code=x', 'code=x&state=y&state=z']) {
    const answer = await page.goto(`${board.url}/api/auth/callback/oidc?${search}`);
    expect(answer?.status(), search).toBeLessThan(500);
    await expect(page.locator('main [role=alert]'), search).toContainText('did not confirm');
  }
  await page.goto(`${board.url}/todos`);
  await expect(page).toHaveURL(/\/signin/);
});

test('localhost leads to the public origin, where the provider answers', async ({ page }) => {
  const email = anEmail();
  provider.says({ sub: randomUUID(), email, email_verified: true });
  await page.goto(`${board.url.replace('127.0.0.1', 'localhost')}/todos?queue=ci`);
  await page.getByRole('button', { name: /^Sign in with 127/ }).click();
  await expect(page).toHaveURL(`${board.url}/todos?queue=ci`);
  await expect(page.getByText(email)).toBeVisible();
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('the way over the provider works as well', async ({ page }) => {
    const email = anEmail();
    provider.says({ sub: randomUUID(), email, email_verified: true });
    await signIn(page, '/signin?callbackUrl=/endpoints');
    await expect(page).toHaveURL(`${board.url}/endpoints`);
    await expect(page.getByText(email)).toBeVisible();
  });
});

test('a provider that is away is a sentence, and the deep link is kept', async ({ page }) => {
  const away = await startIdentityProvider();
  await away.stop();
  const server = await startServer({ databaseUrl: databaseUrl(), env: away.env });
  try {
    await page.goto(`${server.url}/signin?callbackUrl=/endpoints`);
    await page.getByRole('button', { name: /^Sign in with 127/ }).click();
    await expect(page.locator('main [role=alert]')).toContainText('does not answer');
    await expect(page.locator('input[name=path]').first()).toHaveValue('/endpoints');
  } finally {
    await server.stop();
  }
});

test.describe('behind a TLS proxy', () => {
  test.use({ ignoreHTTPSErrors: true });
  let proxy: TlsProxy;
  let secure: TestServer;
  let told: IdentityProvider;

  test.beforeAll(async () => {
    told = await startIdentityProvider({ inUserinfo: true });
    proxy = await startTlsProxy();
    const env = { ...told.env, SWITCHBOARD_BASE_URL: proxy.origin };
    secure = await startServer({ databaseUrl: databaseUrl(), env });
    proxy.aimAt(secure.port);
  });

  test.afterAll(async () => {
    await secure?.stop();
    await proxy?.stop();
    await told?.stop();
  });

  test('provider and act work at the public origin, with Secure cookies, and the log holds no secret', async ({
    page,
    context,
  }) => {
    const who = await world.somebody();
    const id = await world.aDeadLetter(who);
    told.says({ sub: randomUUID(), email: who.email, email_verified: true });
    await page.goto(`${proxy.origin}/todos/${id}`);
    await page.getByRole('button', { name: /^Sign in with 127/ }).click();
    await expect(page).toHaveURL(`${proxy.origin}/todos/${id}`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Retried:')).toBeVisible();
    const cookies = await context.cookies();
    const ours = cookies.filter(({ name }) => name.includes('next-auth'));
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.filter(({ secure: isSecure }) => !isSecure)).toEqual([]);
    const session = cookies.find(({ name }) => name === '__Secure-next-auth.session-token');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    for (const secret of [session?.value ?? '', 'a-client-secret']) expect(secure.logs()).not.toContain(secret);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${proxy.origin}/signin`);
  });
});
