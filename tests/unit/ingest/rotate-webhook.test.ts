import { describe, expect, it } from 'vitest';
import { listWebhooks } from '@/lib/store/webhooks/list-webhooks';
import { type RotatedWebhook, type Rotation, rotateWebhook } from '@/lib/store/webhooks/rotate-webhook';
import { anOwner, aWebhook, type Bench, githubHeaders, intakeBench, send, wholeDatabase } from './intake-bench';

const bench: Bench = await intakeBench();
const { db, encryptionKey } = bench;
const BODY = '{"action":"opened"}';

const hasPassed = (webhookId: string) =>
  db.sql`
    update webhooks
    set previous_token_until = previous_token_until - interval '25 hours',
        previous_secret_until = previous_secret_until - interval '25 hours'
    where id = ${webhookId}`;

/** The status of one delivery signed with a secret. */
async function statusOf(token: string, secret: string): Promise<number> {
  return (await send(bench, token, { headers: githubHeaders(secret, BODY), body: BODY })).status;
}

async function rotate(hook: Awaited<ReturnType<typeof aWebhook>>, part: Rotation['part'], secret?: string) {
  const { scope, webhookId } = hook;
  const rotated: RotatedWebhook & { token?: string; secret?: string } = await rotateWebhook(db, scope, {
    webhookId,
    part,
    secret,
    encryptionKey,
  });
  return { token: '', secret: '', ...rotated };
}

describe('rotating the signing secret', () => {
  it('the old one verifies for 24 hours more, the new one at once', async () => {
    const hook = await aWebhook(bench, 'github');
    const { secret, previousUntil } = await rotate(hook, 'secret');
    expect(secret).not.toBe(hook.secret);
    expect(Date.parse(previousUntil) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(Date.parse(previousUntil) - Date.now()).toBeLessThan(24.1 * 3_600_000);
    expect([await statusOf(hook.token, secret), await statusOf(hook.token, hook.secret)]).toEqual([202, 202]);
    expect(await statusOf(hook.token, `${secret}x`)).toBe(401);
    await hasPassed(hook.webhookId);
    expect([await statusOf(hook.token, secret), await statusOf(hook.token, hook.secret)]).toEqual([202, 401]);
  });

  it('twice ends the first at once', async () => {
    const hook = await aWebhook(bench, 'github');
    const second = await rotate(hook, 'secret');
    const third = await rotate(hook, 'secret');
    const statuses = [hook.secret, second.secret, third.secret].map((secret) => statusOf(hook.token, secret));
    expect(await Promise.all(statuses)).toEqual([401, 202, 202]);
  });

  it('takes one that the source dictates', async () => {
    const hook = await aWebhook(bench, 'github');
    const dictated = 'a-secret-of-the-forge';
    expect((await rotate(hook, 'secret', dictated)).secret).toBe(dictated);
    expect(await statusOf(hook.token, dictated)).toBe(202);
  });

  it.each(['short', 'with a space in the middle', 'é'.repeat(20)])('refuses %j by name', async (secret) => {
    const hook = await aWebhook(bench, 'github');
    await expect(rotate(hook, 'secret', secret)).rejects.toMatchObject({ code: 'invalid', argument: 'secret' });
    expect(await statusOf(hook.token, hook.secret)).toBe(202);
  });

  it('needs a key, and a type that signs', async () => {
    const [github, generic] = [await aWebhook(bench, 'github'), await aWebhook(bench, 'generic')];
    const { scope, webhookId } = github;
    await expect(
      rotateWebhook(db, scope, { webhookId, part: 'secret', encryptionKey: undefined }),
    ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('SWITCHBOARD_ENCRYPTION_KEY') });
    await expect(rotate(generic, 'secret')).rejects.toMatchObject({ code: 'invalid', argument: 'part' });
  });
});

describe('rotating the token', () => {
  it('the old URL is served for 24 hours more, then like an unknown one', async () => {
    const hook = await aWebhook(bench, 'github');
    const { token } = await rotate(hook, 'token');
    expect([await statusOf(token, hook.secret), await statusOf(hook.token, hook.secret)]).toEqual([202, 202]);
    await hasPassed(hook.webhookId);
    expect([await statusOf(token, hook.secret), await statusOf(hook.token, hook.secret)]).toEqual([202, 404]);
  });

  it('shows in the list until when the old one goes on', async () => {
    const hook = await aWebhook(bench, 'github');
    const { token, previousUntil } = await rotate(hook, 'token');
    const listed = { tokenPrefix: token.slice(0, 12), previousTokenUntil: previousUntil, previousSecretUntil: null };
    expect(await listWebhooks(db, hook.scope)).toMatchObject([listed]);
    await hasPassed(hook.webhookId);
    expect(await listWebhooks(db, hook.scope)).toMatchObject([{ previousTokenUntil: null }]);
  });

  it('leaves neither token nor secret in clear', async () => {
    const hook = await aWebhook(bench, 'github');
    const [{ token }, { secret }] = [await rotate(hook, 'token'), await rotate(hook, 'secret')];
    const stored = await wholeDatabase(bench);
    for (const text of [hook.token, hook.secret, token, secret]) {
      expect(stored).not.toContain(text);
      expect(stored).not.toContain(Buffer.from(text).toString('hex'));
    }
  });
});

it("another human's, an absent and a malformed webhook are one refusal, and nothing changes", async () => {
  const hook = await aWebhook(bench, 'github');
  const { scope } = await anOwner(db, 'other');
  const messages: unknown[] = [];
  for (const webhookId of [hook.webhookId, '0197c0de-0000-7000-8000-000000000000', 'nonsense']) {
    for (const part of ['token', 'secret'] as const) {
      const refusal = rotateWebhook(db, scope, { webhookId, part, encryptionKey });
      messages.push(await refusal.catch(({ code, message }) => `${code} ${message}`));
    }
  }
  expect(new Set(messages)).toEqual(new Set(['not_found rotate_webhook: no such webhook of this human']));
  expect(await statusOf(hook.token, hook.secret)).toBe(202);
});
