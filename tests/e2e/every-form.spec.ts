import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from 'playwright/test';
import { createBoardSession } from '@/lib/store/board-sessions/create-board-session';
import { createNotifyHook } from '@/lib/store/notify-hooks/create-notify-hook';
import { mintOperatorToken } from '@/lib/store/operator-tokens/mint-operator-token';
import { createWebhook } from '@/lib/store/webhooks/create-webhook';
import { startServer, type TestServer } from '../support/server';
import { type Somebody, World } from './support/world';

/** One way to send one form: as a browser without script would, with one of its buttons. */
interface Sendable {
  readonly page: string;
  readonly action: string;
  readonly fields: Record<string, string>;
}

const SECRET = 'the-same-secret-for-both-of-the-servers';
/** What a read-only Board still takes: these change how it looks or who is signed in, never a todo. */
const SESSION_FORMS = /^\/(?:signout|theme|zone|shortcuts|settings\/sessions)$/;

let open: TestServer;
let readOnly: TestServer;
let world: World;

// A database of its own, so that nothing else moves in it.
test.beforeAll(async () => {
  const env = {
    NEXTAUTH_SECRET: SECRET,
    SWITCHBOARD_REAPER_INTERVAL_MS: '3600000',
    SWITCHBOARD_RETRY_INTERVAL_MS: '3600000',
  };
  open = await startServer({ env });
  readOnly = await startServer({ databaseUrl: open.databaseUrl, env: { ...env, SWITCHBOARD_BOARD_READ_ONLY: '1' } });
  world = World.open(open.databaseUrl, false);
});
test.afterAll(async () => {
  await world?.close();
  await readOnly?.stop();
  await open?.stop();
});

test.use({ javaScriptEnabled: false });
test.describe.configure({ timeout: 180_000 });

async function aBoardWithEverything(): Promise<{ who: Somebody; pages: string[] }> {
  const who = await world.somebody();
  const ids = [
    await world.aPendingTodo(who),
    (await world.aClaimedTodo(who)).todo.id,
    await world.aParkedRetry(who),
    await world.aDeadLetter(who),
  ];
  const webhook = { endpointId: who.endpointId, queue: 'ci', type: 'generic', encryptionKey: undefined };
  await createWebhook(world.db, who.scope, webhook);
  await createNotifyHook(world.db, who.scope, {
    id: randomUUID(),
    endpointId: who.endpointId,
    url: 'https://runner.invalid/wake',
    queues: undefined,
    sealedSecret: Buffer.alloc(1),
  });
  await mintOperatorToken(world.db, who.scope);
  await createBoardSession(world.db, who.scope.humanId, { method: 'link', userAgent: undefined });
  const endpoint = `/endpoints/${who.endpointId}`;
  const own = ['/', '/todos', '/queues/ci', '/endpoints', '/endpoints/new', '/webhooks', '/activity', '/settings'];
  const todos = ids.map((id) => `/todos/${id}`);
  return { who, pages: [...own, ...todos, endpoint, `${endpoint}/revoke`, `${endpoint}/rotate`] };
}

async function signInAs(page: Page, who: Somebody): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${open.url}${await world.signInPath(who)}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
}

/** Every form that posts, once for each of its buttons, with the values that stand in it. */
async function formsOf(page: Page, path: string): Promise<Sendable[]> {
  await page.goto(`${open.url}${path}`);
  const found = await page.evaluate(() =>
    [...document.forms]
      .filter((form) => form.method === 'post')
      .flatMap((form) =>
        [...form.querySelectorAll<HTMLButtonElement>('button:not([type="button"])')].map((button) => {
          const texts = [...new FormData(form, button)].filter(
            (entry): entry is [string, string] => typeof entry[1] === 'string',
          );
          return { action: form.getAttribute('action'), fields: Object.fromEntries(texts) };
        }),
      ),
  );
  return found.map(({ action, fields }) => {
    const target = action === null || action === '' ? path : new URL(action, open.url).pathname;
    return { page: path, action: target, fields: { ...fields, ...(fields.name === '' && { name: 'Filled in' }) } };
  });
}

async function everyForm(page: Page, pages: readonly string[]): Promise<Sendable[]> {
  const forms: Sendable[] = [];
  for (const path of pages) forms.push(...(await formsOf(page, path)));
  return forms;
}

async function send(page: Page, to: string, form: Sendable, origin: string | undefined): Promise<number> {
  const headers = { referer: `${to}${form.page}`, ...(origin !== undefined && { origin }) };
  const { action, fields } = form;
  return (await page.request.post(`${to}${action}`, { multipart: fields, headers, maxRedirects: 0 })).status();
}

/** All that is a human's, as one text. */
async function stateOf(who: Somebody): Promise<string> {
  const human = who.scope.humanId;
  const [row] = await world.db.sql<{ state: string }[]>`
    select jsonb_build_object(
      'endpoints', (select jsonb_agg(to_jsonb(e) order by e.id) from endpoints e where e.human_id = ${human}),
      'todos', (select jsonb_agg(to_jsonb(t) order by t.id) from todos t join endpoints e on e.id = t.endpoint_id where e.human_id = ${human}),
      'attempts', (select jsonb_agg(to_jsonb(a) order by a.todo_id, a.seq) from todo_attempts a join todos t on t.id = a.todo_id join endpoints e on e.id = t.endpoint_id where e.human_id = ${human}),
      'webhooks', (select jsonb_agg(to_jsonb(w) order by w.id) from webhooks w join endpoints e on e.id = w.endpoint_id where e.human_id = ${human}),
      'hooks', (select jsonb_agg(h.id order by h.id) from notify_hooks h join endpoints e on e.id = h.endpoint_id where e.human_id = ${human}),
      'tokens', (select jsonb_agg(to_jsonb(o) order by o.id) from operator_tokens o where o.human_id = ${human}),
      'acts', (select jsonb_agg(to_jsonb(a) order by a.id) from human_acts a where a.human_id = ${human}),
      'jobs', (select jsonb_agg(to_jsonb(j) order by j.id) from bulk_jobs j where j.human_id = ${human}),
      'sessions', (select jsonb_agg(s.ended_at order by s.id) from sessions s where s.human_id = ${human})
    )::text as state`;
  return row?.state ?? '';
}

test('no form is taken from another site, signed out, on a read-only Board, or for another human; from its page each is', async ({
  page,
}) => {
  const { who, pages } = await aBoardWithEverything();
  const stranger = await world.somebody();
  await signInAs(page, who);
  const forms = await everyForm(page, pages);
  const places = new Set(forms.map((form) => form.page));
  expect([...pages].filter((path) => !places.has(path))).toEqual([]);
  const before = await stateOf(who);

  for (const origin of [
    'https://evil.example',
    'http://evil.127.0.0.1.nip.io',
    'http://127.0.0.1:1',
    'null',
    undefined,
  ])
    for (const form of forms) expect(await send(page, open.url, form, origin), nameOf(form, origin)).toBe(403);
  expect(await stateOf(who), 'from another site').toBe(before);

  for (const form of forms.filter(({ action }) => !SESSION_FORMS.test(action)))
    expect(await send(page, readOnly.url, form, readOnly.url), nameOf(form, 'read-only')).toBe(403);
  expect(await stateOf(who), 'read-only').toBe(before);

  await page.context().clearCookies();
  for (const form of forms)
    expect(await send(page, open.url, form, open.url), nameOf(form, 'signed out')).toBeLessThan(500);
  expect(await stateOf(who), 'signed out').toBe(before);

  const lasting = forms.filter(({ action }) => action !== '/signout');
  await signInAs(page, stranger);
  for (const form of lasting)
    expect(await send(page, open.url, form, open.url), nameOf(form, 'stranger')).toBeLessThan(500);
  expect(await stateOf(who), 'as another human').toBe(before);

  await signInAs(page, who);
  for (const form of lasting)
    expect(await send(page, open.url, form, open.url), nameOf(form, 'its page')).toBeLessThan(500);
  const after = JSON.parse(await stateOf(who));
  const moved = Object.entries(JSON.parse(before)).filter(
    ([key, was]) => JSON.stringify(was) !== JSON.stringify(after[key]),
  );
  expect(moved.map(([key]) => key)).toEqual(
    expect.arrayContaining(['endpoints', 'todos', 'attempts', 'webhooks', 'hooks', 'tokens', 'acts', 'sessions']),
  );
});

function nameOf({ page, action, fields }: Sendable, from: string | undefined): string {
  const shown = Object.keys(fields).filter((field) => !field.startsWith('$'));
  return `${page} → ${action} (${shown.join(', ')}) from ${from}`;
}
