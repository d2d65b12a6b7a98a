import { describe, expect, it } from 'vitest';
import { vendEndpoint } from '@/lib/store/endpoints/vend-endpoint';
import { createWebhook } from '@/lib/store/webhooks/create-webhook';
import { listWebhooks } from '@/lib/store/webhooks/list-webhooks';
import { anOwner, type Bench, intakeBench } from './intake-bench';

const bench: Bench = await intakeBench();
const { db, encryptionKey } = bench;

describe('createWebhook', () => {
  it('shows token and secret once and lists neither', async () => {
    const { scope, endpointIds } = await anOwner(db, 'own', 'route');
    const [endpointId = '', route = ''] = endpointIds;
    const made = await createWebhook(db, scope, {
      endpointId,
      queue: 'ci',
      type: 'github',
      routes: [route],
      encryptionKey,
    });
    expect(made).toEqual({
      webhookId: expect.any(String),
      token: expect.stringMatching(/^sbh_[\w-]{43}$/),
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      notGranted: [],
    });
    expect(await listWebhooks(db, scope)).toEqual([
      {
        id: made.webhookId,
        type: 'github',
        endpointId,
        queue: 'ci',
        tokenPrefix: made.token.slice(0, 12),
        routes: [{ endpointId: route, queue: 'ci' }],
        createdAt: expect.any(String),
        previousTokenUntil: null,
        previousSecretUntil: null,
      },
    ]);
  });

  it('tells which targets are not granted the queue', async () => {
    const { scope, endpointIds } = await anOwner(db, 'own');
    const other = await vendEndpoint(db, scope, { name: 'other', queues: ['reviews'] });
    const [endpointId = ''] = endpointIds;
    const made = await createWebhook(db, scope, {
      endpointId,
      queue: 'ci',
      type: 'generic',
      routes: [other.endpointId],
      encryptionKey,
    });
    expect([made.secret, made.notGranted]).toEqual([undefined, [other.endpointId]]);
  });

  it('without a key refuses a type that signs, naming the variable, and takes one that does not', async () => {
    const { scope, endpointIds } = await anOwner(db, 'own');
    const [endpointId = ''] = endpointIds;
    const input = { endpointId, queue: 'ci', encryptionKey: undefined };
    await expect(createWebhook(db, scope, { ...input, type: 'github' })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('SWITCHBOARD_ENCRYPTION_KEY'),
    });
    await expect(createWebhook(db, scope, { ...input, type: 'generic' })).resolves.toMatchObject({ notGranted: [] });
  });

  it('gives a foreign, a revoked, an unknown and a malformed endpoint one refusal, and stores nothing', async () => {
    const [mine, theirs] = [await anOwner(db, 'own', 'revoked'), await anOwner(db, 'foreign')];
    const [own = '', revoked = ''] = mine.endpointIds;
    const [foreign = ''] = theirs.endpointIds;
    await db.sql`update endpoints set revoked_at = now() where id = ${revoked}`;
    const refusals = [foreign, revoked, '0197c0de-0000-7000-8000-000000000000', 'nonsense'].flatMap((id) => [
      createWebhook(db, mine.scope, { endpointId: id, queue: 'ci', type: 'generic', encryptionKey }),
      createWebhook(db, mine.scope, { endpointId: own, routes: [id], queue: 'ci', type: 'generic', encryptionKey }),
    ]);
    const messages = (await Promise.allSettled(refusals)).map(
      (outcome) => outcome.status === 'rejected' && outcome.reason.message,
    );
    expect(new Set(messages)).toEqual(new Set(['create_webhook: no such endpoint of this human']));
    expect(await listWebhooks(db, mine.scope)).toEqual([]);
  });

  it.each([
    [{ type: 'nope' }, 'type'],
    [{ type: 'github', secret: 'short' }, 'secret'],
    [{ type: 'standard', secret: 'whsec_tooshort' }, 'secret'],
    [{ type: 'standard', secret: 'a-secret-that-is-not-marked' }, 'secret'],
    [{ type: 'generic', secret: 'a-secret-that-nobody-needs' }, 'secret'],
    [{ queue: ' ' }, 'queue'],
  ])('%j is invalid by name', async (part, argument) => {
    const { scope, endpointIds } = await anOwner(db, 'own');
    const [endpointId = ''] = endpointIds;
    await expect(
      createWebhook(db, scope, { endpointId, queue: 'ci', type: 'generic', encryptionKey, ...part }),
    ).rejects.toMatchObject({ code: 'invalid', argument });
  });

  it('refuses an endpoint named twice', async () => {
    const { scope, endpointIds } = await anOwner(db, 'own');
    const [endpointId = ''] = endpointIds;
    const twice = { endpointId, routes: [endpointId.toUpperCase()], queue: 'ci', type: 'generic', encryptionKey };
    await expect(createWebhook(db, scope, twice)).rejects.toMatchObject({ code: 'invalid', argument: 'route' });
  });
});

describe('the secret of a webhook', () => {
  const create = async (type: string, secret?: string) => {
    const { scope, endpointIds } = await anOwner(db, 'own');
    const [endpointId = ''] = endpointIds;
    return (await createWebhook(db, scope, { endpointId, queue: 'ci', type, secret, encryptionKey })).secret;
  };

  it.each([
    ['github', /^[0-9a-f]{64}$/],
    ['gitea', /^[0-9a-f]{64}$/],
    ['slack', /^[0-9a-f]{64}$/],
    ['stripe', /^whsec_[0-9a-f]{64}$/],
    ['standard', /^whsec_[A-Za-z0-9+/]{43}=$/],
  ])('has the form that %s takes', async (type, form) => {
    expect(await create(type)).toMatch(form);
    expect(await create(type)).not.toBe(await create(type));
  });

  it.each([
    ['slack', '8f742231b10e8888abcd99yyyzzz85a5'],
    ['stripe', 'whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH'],
    ['standard', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ])('may be the one that %s dictates', async (type, secret) => {
    expect(await create(type, secret)).toBe(secret);
  });
});
