import definitions from '@octokit/webhooks-examples';
import { describe, expect, it } from 'vitest';
import { aWebhook, type Bench, githubHeaders, intakeBench, send, todosOf, wholeDatabase } from './intake-bench';

const pullRequest = JSON.stringify(definitions.find(({ name }) => name === 'pull_request')?.examples[0]);

const bench: Bench = await intakeBench();

describe('a delivery signed as GitHub signs it', () => {
  it('becomes a todo with kind, title, key and routing', async () => {
    const hook = await aWebhook(bench, 'github');
    const headers = githubHeaders(hook.secret, pullRequest, 'pull_request', 'guid-1');
    const { status, body } = await send(bench, hook.token, { headers, body: pullRequest });
    const [todo] = await todosOf(bench, hook.endpointId);
    expect(status).toBe(202);
    expect(body).toEqual({
      todos: [{ id: todo?.id, endpoint_id: hook.endpointId, queue: 'ci', created: true }],
      created: 1,
    });
    expect(todo).toMatchObject({
      title: 'Pull request #2 opened: Update the README with new information. (Codertocat/Hello-World)',
      kind: 'pull_request.opened',
      source: 'webhook:github',
      key: 'guid-1',
      type: 'object',
      size: Buffer.byteLength(pullRequest),
      payload: JSON.parse(pullRequest),
    });
    expect(todo?.routing).toEqual({
      source: 'github',
      event: 'pull_request.opened',
      delivery_id: 'guid-1',
      webhook_id: hook.webhookId,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/044aadd',
        'x-github-event': 'pull_request',
        'x-github-hook-id': '292430182',
      },
    });
  });

  it('collapses when it is delivered again, and says so', async () => {
    const hook = await aWebhook(bench, 'github');
    const headers = githubHeaders(hook.secret, pullRequest);
    const first = await send(bench, hook.token, { headers, body: pullRequest });
    const second = await send(bench, hook.token, { headers, body: pullRequest });
    expect(second.status).toBe(202);
    expect(second.body.created).toBe(0);
    expect(second.body.todos).toEqual(first.body.todos.map((todo) => ({ ...todo, created: false })));
    expect(await todosOf(bench, hook.endpointId)).toHaveLength(1);
  });

  it('is one todo, created once, when it arrives twenty times at once', async () => {
    const hook = await aWebhook(bench, 'github', 1);
    const headers = githubHeaders(hook.secret, pullRequest);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(bench, hook.token, { headers, body: pullRequest })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(2);
    expect(new Set(answers.flatMap(({ body }) => body.todos.map(({ id }) => id))).size).toBe(2);
    expect(await todosOf(bench, hook.endpointId)).toHaveLength(1);
  });

  it('is taken in the form encoding that GitHub offers, with the JSON alone as payload', async () => {
    const hook = await aWebhook(bench, 'github');
    const form = new URLSearchParams({ payload: pullRequest }).toString();
    const headers = { ...githubHeaders(hook.secret, form), 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await send(bench, hook.token, { headers, body: form });
    const [todo] = await todosOf(bench, hook.endpointId);
    expect(status).toBe(202);
    expect(todo?.payload).toEqual(JSON.parse(pullRequest));
  });

  it('whose form lacks the payload is refused by name', async () => {
    const hook = await aWebhook(bench, 'github');
    const headers = { ...githubHeaders(hook.secret, 'a=b'), 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await send(bench, hook.token, { headers, body: 'a=b' });
    expect([status, body.error]).toEqual([400, { code: 'invalid', message: 'the form has no field payload' }]);
  });
});

describe('a delivery that GitHub did not sign is a 401 and no row', () => {
  const flipped = Buffer.from(pullRequest);
  flipped[100] = (flipped[100] ?? 0) ^ 0x01;
  const signed = githubHeaders('', pullRequest);
  const { 'x-hub-signature-256': _, ...unsigned } = signed;
  const onlySha1 = { ...unsigned, 'x-hub-signature': 'sha1=0000000000000000000000000000000000000000' };

  it.each<[string, (secret: string) => { headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> }]>([
    [
      'a flipped bit in the body',
      (secret) => ({ headers: githubHeaders(secret, pullRequest), body: new Uint8Array(flipped) }),
    ],
    [
      'a space more in the body',
      (secret) => ({ headers: githubHeaders(secret, pullRequest), body: `${pullRequest} ` }),
    ],
    ['another secret', (secret) => ({ headers: githubHeaders(`${secret}x`, pullRequest), body: pullRequest })],
    ['no signature', () => ({ headers: unsigned, body: pullRequest })],
    ['an empty signature', () => ({ headers: { ...unsigned, 'x-hub-signature-256': '' }, body: pullRequest })],
    ['only the old SHA-1 header', () => ({ headers: onlySha1, body: pullRequest })],
    ['an empty body', (secret) => ({ headers: githubHeaders(secret, '') })],
  ])('%s', async (_name, make) => {
    const hook = await aWebhook(bench, 'github');
    const { status, body } = await send(bench, hook.token, make(hook.secret));
    expect(status).toBe(401);
    expect(body).toEqual({
      error: { code: 'unauthorized', message: 'the signature is missing or does not match the body' },
    });
    expect(await todosOf(bench, hook.endpointId)).toEqual([]);
  });

  it('bytes that only read alike after decoding are not the signed ones', async () => {
    const hook = await aWebhook(bench, 'github');
    const original = '{"text":"\ufffd"}';
    const forged = Buffer.from(original.replace('\ufffd', '?'));
    forged[forged.indexOf(0x3f)] = 0xff;
    const { status } = await send(bench, hook.token, {
      headers: githubHeaders(hook.secret, original),
      body: new Uint8Array(forged),
    });
    expect(status).toBe(401);
  });
});

describe('the signing secret', () => {
  it('is nowhere in the database in clear, and neither is the token', async () => {
    const hook = await aWebhook(bench, 'github');
    await send(bench, hook.token, { headers: githubHeaders(hook.secret, pullRequest), body: pullRequest });
    const stored = await wholeDatabase(bench);
    expect(stored).toContain(hook.webhookId);
    for (const secret of [hook.secret, hook.token]) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(bench.logged.join('')).not.toContain(hook.token);
  });

  it('that another key sealed is a 503 with a log line that names the variable, and no row', async () => {
    const hook = await aWebhook(bench, 'github');
    const other = { ...bench, intake: { ...bench.intake, encryptionKey: Buffer.alloc(32, 1) } };
    const { status, headers, body } = await send(other, hook.token, {
      headers: githubHeaders(hook.secret, pullRequest),
      body: pullRequest,
    });
    expect([status, headers['retry-after'], body.error.code]).toEqual([503, '5', 'unavailable']);
    expect(bench.logged.at(-1)).toContain('SWITCHBOARD_ENCRYPTION_KEY');
    expect(bench.logged.at(-1)).toContain(hook.webhookId);
    expect(await todosOf(bench, hook.endpointId)).toEqual([]);
  });

  it('does not open for another webhook', async () => {
    const [one, two] = [await aWebhook(bench, 'github'), await aWebhook(bench, 'github')];
    await bench.db.sql`
      update webhooks set secret_encrypted = (select secret_encrypted from webhooks where id = ${one.webhookId}) where id = ${two.webhookId}`;
    const { status } = await send(bench, two.token, {
      headers: githubHeaders(one.secret, pullRequest),
      body: pullRequest,
    });
    expect(status).toBe(503);
  });
});
