import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDb } from '@/lib/db/connection';
import { revokeEndpoint } from '@/lib/store/endpoints/revoke-endpoint';
import { disableHuman } from '@/lib/store/humans/disable-human';
import { listDeliveries } from '@/lib/store/webhooks/list-deliveries';
import { aWebhook, type Bench, intakeBench, SETTINGS, send, todosOf } from './intake-bench';

const bench: Bench = await intakeBench();

describe('a delivery to a generic webhook', () => {
  it('keeps its JSON type and every digit', async () => {
    const hook = await aWebhook(bench, 'generic');
    const cases: [sent: string, type: string, stored: string][] = [
      ['{}', 'object', '{}'],
      ['{"a":{"b":[1,null]}}', 'object', '{"a": {"b": [1, null]}}'],
      ['[1]', 'array', '[1]'],
      ['"10.5"', 'string', '"10.5"'],
      ['"{\\"x\\":1}"', 'string', '"{\\"x\\":1}"'],
      ['0', 'number', '0'],
      ['false', 'boolean', 'false'],
      ['null', 'null', 'null'],
      ['9007199254740993', 'number', '9007199254740993'],
      ['[1.10, 1e3, 0.1000]', 'array', '[1.10, 1000, 0.1000]'],
      ['{"__proto__":{"title":"x"},"a":1,"a":2}', 'object', '{"a": 2, "__proto__": {"title": "x"}}'],
      ['\ufeff{"bom":true}', 'object', '{"bom": true}'],
      [`${'['.repeat(100)}${']'.repeat(100)}`, 'array', `${'['.repeat(100)}${']'.repeat(100)}`],
    ];
    for (const [sent] of cases) expect((await send(bench, hook.token, { body: sent })).status).toBe(202);
    const todos = await todosOf(bench, hook.endpointId);
    expect(todos.map(({ type, text }) => [type, text])).toEqual(cases.map(([, type, stored]) => [type, stored]));
  });

  it('replaces NUL and lone surrogates and keeps the rest', async () => {
    const hook = await aWebhook(bench, 'generic');
    const { status } = await send(bench, hook.token, {
      body: '{"title":"a\\u0000b\\ud800","ok":"\\ud83d\\ude00 \\\\u0000"}',
    });
    const [todo] = await todosOf(bench, hook.endpointId);
    expect(status).toBe(202);
    expect(todo?.payload).toEqual({ title: 'a\ufffdb\ufffd', ok: '😀 \\u0000' });
    expect(todo?.title).toBe('a b\ufffd');
  });

  it('with an empty body is a todo without payload', async () => {
    const hook = await aWebhook(bench, 'generic');
    const { status } = await send(bench, hook.token, {});
    const [todo] = await todosOf(bench, hook.endpointId);
    expect(status).toBe(202);
    expect(todo).toMatchObject({
      title: 'Webhook delivery',
      kind: null,
      payload: null,
      type: null,
      size: 0,
      key: null,
    });
  });

  it('has a key only when the sender gives one', async () => {
    const hook = await aWebhook(bench, 'generic');
    const bodies = [];
    for (const headers of [{}, {}, { 'idempotency-key': 'k' }, { 'x-delivery-id': 'k' }, { 'idempotency-key': ' ' }]) {
      bodies.push(
        (await send(bench, hook.token, { headers: headers as Record<string, string>, body: '{"event":"e"}' })).body,
      );
    }
    expect(bodies.map(({ created }) => created)).toEqual([1, 1, 1, 0, 1]);
    expect((await todosOf(bench, hook.endpointId)).map(({ key }) => key)).toEqual([null, null, 'k', null]);
  });

  it('keeps no header that may hold a secret', async () => {
    const hook = await aWebhook(bench, 'generic');
    const secrets = {
      authorization: 'Bearer hunter2',
      cookie: 'sid=hunter2',
      'x-api-key': 'hunter2',
      'x-signature': 'hunter2',
    };
    await send(bench, hook.token, { headers: { ...secrets, 'user-agent': 'curl/8' }, body: '{}' });
    const [todo] = await todosOf(bench, hook.endpointId);
    expect(todo?.routing.headers).toEqual({ 'content-type': 'application/json', 'user-agent': 'curl/8' });
  });

  it('announces each todo after the commit, and a redelivery as such', async () => {
    const hook = await aWebhook(bench, 'generic', 1);
    bench.events.length = 0;
    for (const _ of [1, 2]) await send(bench, hook.token, { headers: { 'idempotency-key': 'k' }, body: '{}' });
    expect(bench.events.map(({ transition, ready }) => [transition, ready])).toEqual([
      ['create', true],
      ['create', true],
      ['deduplicate', false],
      ['deduplicate', false],
    ]);
  });
});

describe('routes', () => {
  it('two endpoints and one delivery sent twice are two todos', async () => {
    const hook = await aWebhook(bench, 'generic', 1);
    const [first, second] = [await sendOnce(hook.token), await sendOnce(hook.token)];
    expect([first.body.created, second.body.created]).toEqual([2, 0]);
    expect(second.body.todos.map(({ id }) => id)).toEqual(first.body.todos.map(({ id }) => id));
    expect(first.body.todos.map((todo) => todo.endpoint_id)).toEqual([hook.endpointId, ...hook.routeIds].sort());
    for (const endpointId of hook.endpointIds) expect(await todosOf(bench, endpointId)).toHaveLength(1);
  });

  it('a revoked endpoint is left out, the live route is served', async () => {
    const hook = await aWebhook(bench, 'generic', 1);
    await revokeEndpoint(bench.db, hook.scope, hook.endpointId);
    const { status, body } = await sendOnce(hook.token);
    expect(status).toBe(202);
    expect(body.todos.map((todo) => todo.endpoint_id)).toEqual(hook.routeIds);
  });

  it('with no live target at all the answer is byte for byte that of an unknown token', async () => {
    const unknown = await sendOnce('sbh_nobodyhasthistoken');
    const [revoked, expired, disabled] = [
      await aWebhook(bench, 'generic'),
      await aWebhook(bench, 'generic'),
      await aWebhook(bench, 'github'),
    ];
    await revokeEndpoint(bench.db, revoked.scope, revoked.endpointId);
    await bench.db.sql`update endpoints set expires_at = now() - interval '1 second' where id = ${expired.endpointId}`;
    await disableHuman(bench.db, disabled.human.id);
    expect(unknown.status).toBe(404);
    for (const { token } of [revoked, expired, disabled]) {
      expect(JSON.stringify(await sendOnce(token))).toBe(JSON.stringify(unknown));
    }
  });

  it('what fails at one target leaves nothing at the other, nor in the log as accepted, and can be sent again', async () => {
    const hook = await aWebhook(bench, 'generic', 1);
    const [first = '', last = ''] = hook.endpointIds.toSorted();
    await bench.db.sql.unsafe(`
      create function fail_on_purpose() returns trigger language plpgsql as $$ begin raise exception 'on purpose'; end $$;
      create trigger fail_on_purpose before insert on todos for each row when (new.endpoint_id = '${last}')
        execute function fail_on_purpose()`);
    const failed = await sendOnce(hook.token);
    await bench.db.sql.unsafe('drop trigger fail_on_purpose on todos; drop function fail_on_purpose()');
    expect([failed.status, failed.body.error.message]).toEqual([
      500,
      'something went wrong on our side; nothing was stored',
    ]);
    expect([await todosOf(bench, first), await todosOf(bench, last)]).toEqual([[], []]);
    expect((await sendOnce(hook.token)).body.created).toBe(2);
    const log = await listDeliveries(bench.db, hook.scope, hook.webhookId);
    expect(log.map(({ verdict, status }) => [verdict, status])).toEqual([
      ['accepted', 202],
      ['refused', 500],
    ]);
  });

  const sendOnce = (token: string) =>
    send(bench, token, { headers: { 'idempotency-key': 'once' }, body: '{"event":"e"}' });
});

describe('a delivery that is refused leaves no row', () => {
  const json = 'application/json';
  it.each<[string, Record<string, string>, string | Uint8Array<ArrayBuffer>, number, string]>([
    ['JSON that ends too soon', {}, '{"a":', 400, 'the body is not valid JSON: Unexpected end of JSON input'],
    ['nested ten thousand deep', {}, '['.repeat(10_000), 400, 'the body is nested deeper than 200 levels'],
    ['bytes that are no UTF-8', {}, new Uint8Array([0x22, 0xff, 0x22]), 400, 'the body is not UTF-8'],
    [
      'a number too large for a column',
      {},
      '[1e200000]',
      400,
      'the body holds numbers that are too large, or too fine, to store',
    ],
    [
      'numbers that swell when read',
      {},
      `[${'1e9999,'.repeat(200)}1]`,
      400,
      'the body holds numbers that are too large, or too fine, to store',
    ],
    [
      'a key that is too long',
      { 'idempotency-key': 'k'.repeat(501) },
      '{}',
      400,
      'idempotency_key must have at most 500 characters',
    ],
    ['plain text', { 'content-type': 'text/plain' }, '{}', 415, 'Content-Type must be application/json'],
    [
      'a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'payload={}',
      415,
      'Content-Type must be application/json',
    ],
    ['no content type', { 'content-type': '' }, '{}', 415, 'Content-Type must be application/json'],
    [
      'a compressed body',
      { 'content-encoding': 'gzip' },
      new Uint8Array(gzipSync('{}')),
      415,
      'Content-Encoding is not supported: send the body as it is',
    ],
    [
      'a declared length over the cap',
      { 'content-length': '5242881' },
      '{}',
      413,
      'the body is larger than 5242880 bytes',
    ],
  ])('%s', async (_name, headers, body, status, message) => {
    const hook = await aWebhook(bench, 'generic');
    const answer = await send(bench, hook.token, { headers: { 'content-type': json, ...headers }, body });
    expect([answer.status, answer.body.error.message]).toEqual([status, message]);
    expect(await todosOf(bench, hook.endpointId)).toEqual([]);
  });

  it('a body over the cap is refused before it was read whole, without a content length', async () => {
    const hook = await aWebhook(bench, 'generic');
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    });
    const { status } = await send(bench, hook.token, { body: endless });
    expect(status).toBe(413);
    // The 5 MiB of the cap, and of the rest the 32 MiB that are read away and not kept.
    expect(pulled).toBeLessThan(90 + 512);
    expect(await todosOf(bench, hook.endpointId)).toEqual([]);
  });

  it('a body at the cap is taken', async () => {
    const hook = await aWebhook(bench, 'generic');
    const body = JSON.stringify('x'.repeat(5 * 1024 * 1024 - 2));
    expect((await send(bench, hook.token, { body })).status).toBe(202);
    expect((await send(bench, hook.token, { body: `${body} ` })).status).toBe(413);
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is 405 with Allow', async (method) => {
    const { status, headers, body } = await send(bench, 'sbh_any', { method });
    expect([status, headers.allow, body.error.code]).toEqual([405, 'POST', 'method_not_allowed']);
  });

  it('with the database away it is 503 with Retry-After', async () => {
    const db = createDb('postgres://nobody@127.0.0.1:9/none', SETTINGS);
    const { status, headers, body } = await send({ ...bench, intake: { ...bench.intake, db } }, 'sbh_any', {
      body: '{}',
    });
    await db.sql.end({ timeout: 1 });
    expect([status, headers['retry-after'], body.error.code]).toEqual([503, '5', 'unavailable']);
  });

  it('no log line ever holds a token', () => {
    expect(bench.logged.join('')).not.toContain('sbh_');
  });
});
