import { describe, expect, it } from 'vitest';
import { listDeliveries } from '@/lib/store/webhooks/list-deliveries';
import {
  anOwner,
  aWebhook,
  type Bench,
  githubHeaders,
  intakeBench,
  send,
  todosOf,
  wholeDatabase,
} from './intake-bench';

const bench: Bench = await intakeBench();
const { db } = bench;
const BODY = '{"action":"opened","note":"hunter2-in-the-payload"}';

describe('the delivery log', () => {
  it('tells an accepted delivery from its redelivery, newest first', async () => {
    const hook = await aWebhook(bench, 'github', 1);
    const headers = githubHeaders(hook.secret, BODY, 'issues', 'guid-1');
    const { body } = await send(bench, hook.token, { headers, body: BODY });
    await send(bench, hook.token, { headers, body: BODY });
    const line = {
      id: expect.any(String),
      receivedAt: expect.stringMatching(/Z$/),
      status: 202,
      reason: null,
      deliveryId: 'guid-1',
      event: 'issues.opened',
      todoIds: body.todos.map(({ id }) => id),
    };
    expect(await listDeliveries(db, hook.scope, hook.webhookId)).toEqual([
      { ...line, verdict: 'duplicate', created: 0 },
      { ...line, verdict: 'accepted', created: 2 },
    ]);
  });

  it('says why a delivery was refused, in the words that the sender got', async () => {
    const hook = await aWebhook(bench, 'github');
    const signed = githubHeaders(hook.secret, BODY, 'push', 'guid-2');
    const { body } = await send(bench, hook.token, { headers: signed, body: `${BODY} ` });
    expect(await listDeliveries(db, hook.scope, hook.webhookId)).toMatchObject([
      {
        verdict: 'refused',
        status: 401,
        reason: body.error.message,
        deliveryId: 'guid-2',
        event: 'push',
        todoIds: [],
        created: 0,
      },
    ]);
    expect(await todosOf(bench, hook.endpointId)).toEqual([]);
  });

  it('keeps the latest 50 of a webhook, whatever others get', async () => {
    const [busy, quiet] = [await aWebhook(bench, 'generic'), await aWebhook(bench, 'generic')];
    await send(bench, quiet.token, { body: '{}' });
    for (let batch = 0; batch < 6; batch += 1) {
      const ids = Array.from({ length: 10 }, (_, index) => `${batch}-${index}`);
      await Promise.all(ids.map((id) => send(bench, busy.token, { headers: { 'idempotency-key': id }, body: BODY })));
    }
    await send(bench, busy.token, { headers: { 'idempotency-key': 'last' }, body: BODY });
    const kept = await listDeliveries(db, busy.scope, busy.webhookId);
    expect([kept.length, kept[0]?.deliveryId]).toEqual([50, 'last']);
    expect(kept.some(({ deliveryId }) => deliveryId?.startsWith('0-'))).toBe(false);
    expect(await listDeliveries(db, quiet.scope, quiet.webhookId)).toHaveLength(1);
    const [stored] = await db.sql`select count(*)::int from webhook_deliveries where webhook_id = ${busy.webhookId}`;
    expect(stored?.count).toBe(50);
  });

  it('holds nothing of a payload, a header or a token', async () => {
    const hook = await aWebhook(bench, 'github');
    const broken = `${BODY.slice(0, -1)},hunter2}`;
    const headers = { authorization: 'Bearer hunter2-header', 'x-github-delivery': 'guid-3' };
    await send(bench, hook.token, { headers: { ...headers, ...githubHeaders(hook.secret, broken) }, body: broken });
    await send(bench, hook.token, { headers: { ...headers, ...githubHeaders(hook.secret, BODY) }, body: BODY });
    await send(bench, hook.token, { headers, body: BODY });
    expect(await listDeliveries(db, hook.scope, hook.webhookId)).toMatchObject([
      { verdict: 'refused', status: 401 },
      { verdict: 'accepted' },
      { verdict: 'refused', status: 400, reason: 'the body is not valid JSON' },
    ]);
    const log = await db.sql`select d::text as line from webhook_deliveries d where webhook_id = ${hook.webhookId}`;
    expect(log.map(({ line }) => line).join()).not.toMatch(/hunter2|sbh_/);
    expect(await wholeDatabase(bench)).not.toContain('hunter2-header');
  });

  it('of an absent webhook, a malformed id and one of another human is the same refusal', async () => {
    const hook = await aWebhook(bench, 'generic');
    const { scope } = await anOwner(db, 'other');
    const asked = [hook.webhookId, '0197c0de-0000-7000-8000-000000000000', 'nonsense'].map((id) =>
      listDeliveries(db, scope, id).catch(({ code, message }) => `${code} ${message}`),
    );
    expect(new Set(await Promise.all(asked))).toEqual(
      new Set(['not_found list_deliveries: no such webhook of this human']),
    );
    expect(await listDeliveries(db, hook.scope, hook.webhookId)).toEqual([]);
  });
});
