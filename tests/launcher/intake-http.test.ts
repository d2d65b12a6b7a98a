import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server';
import { answerOf } from '../unit/cli/console';
import { SIGNERS } from '../unit/ingest/signers';

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const encryptionKey = randomBytes(32).toString('base64');
let server: TestServer;
let settings: Record<string, string>;
let hook: Hook;

interface Hook {
  readonly url: string;
  readonly secret?: string;
}

beforeAll(async () => {
  server = await startServer({ env: { SWITCHBOARD_ENCRYPTION_KEY: encryptionKey } });
  settings = {
    DATABASE_URL: server.databaseUrl,
    SWITCHBOARD_BASE_URL: server.url,
    SWITCHBOARD_ENCRYPTION_KEY: encryptionKey,
  };
  await answerOf(settings, 'human', 'create', '--email', 'ada@example.com');
  hook = await aWebhook('generic');
});
afterAll(() => server.stop());

/** A webhook on an endpoint of its own, as the CLI makes it. */
async function aWebhook(type: string): Promise<Hook> {
  const vend = ['endpoint', 'vend', '--human', 'ada@example.com', '--name', type, '--queues', 'ci'];
  const { endpoint_id: endpoint } = await answerOf<{ endpoint_id: string }>(settings, ...vend);
  const create = ['webhook', 'create', '--endpoint', endpoint, '--queue', 'ci', '--type', type];
  return await answerOf<Hook>(settings, ...create);
}

/** A body that is sent in chunks, without a content length. */
function chunks(megabytes: number): RequestInit & { duplex: 'half' } {
  let left = megabytes * 16;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(MIB / 16).fill(0x20));
      else controller.close();
    },
  });
  return { method: 'POST', headers: JSON_TYPE, body, duplex: 'half' };
}

describe('POST /api/webhooks/{token} on the production build', () => {
  test('a delivery of exactly 5 MiB is taken', async () => {
    const response = await fetch(hook.url, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify('x'.repeat(5 * MIB - 2)),
    });
    expect([response.status, await response.json()]).toEqual([
      202,
      { todos: [expect.objectContaining({ created: true })], created: 1 },
    ]);
  });

  test('a byte more is 413, with a content length and without', async () => {
    const counted = await fetch(hook.url, { method: 'POST', headers: JSON_TYPE, body: 'x'.repeat(5 * MIB + 1) });
    const chunked = await fetch(hook.url, chunks(6));
    expect([counted.status, chunked.status]).toEqual([413, 413]);
  });

  test('a connection on which a large body was refused serves the next request', async () => {
    const unknown = `${server.url}/api/webhooks/sbh_unknown`;
    for (const [url, status] of [
      [hook.url, 413],
      [unknown, 404],
    ] as const) {
      expect((await fetch(url, chunks(6))).status).toBe(status);
      expect((await fetch(hook.url, { method: 'POST', headers: JSON_TYPE, body: '{}' })).status).toBe(202);
    }
  });

  test('a body without end is refused at the cap and cut off', async () => {
    const before = performance.now();
    const outcome = await fetch(hook.url, chunks(10_000)).then(
      ({ status }) => status,
      () => 'cut off',
    );
    expect([413, 'cut off']).toContain(outcome);
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is 405 with Allow', async (method) => {
    const response = await fetch(hook.url, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test.each(['github', 'gitea', 'stripe', 'slack', 'standard'] as const)(
    '%s signs, is taken once, and with a bit flipped not at all',
    async (type) => {
      const { url, secret = '' } = await aWebhook(type);
      const body = JSON.stringify({
        id: 'evt_1',
        event_id: 'Ev1',
        type: 'quantum.leap',
        note: 'caf\u00e9 \ud83d\ude00',
      });
      const signed = SIGNERS[type]({ secret, body, delivery: 'delivery-1' });
      const post = async (sent: string) => {
        const response = await fetch(url, { method: 'POST', headers: { ...JSON_TYPE, ...signed }, body: sent });
        return [response.status, (await response.json()).created];
      };
      expect([await post(body), await post(body)]).toEqual([
        [202, 1],
        [202, 0],
      ]);
      expect(await post(body.replace('leap', 'leaq'))).toEqual([401, undefined]);
    },
  );

  test("Slack's challenge is answered in JSON", async () => {
    const { url, secret = '' } = await aWebhook('slack');
    const body = JSON.stringify({
      token: 'x',
      challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmd',
      type: 'url_verification',
    });
    const headers = { ...JSON_TYPE, ...SIGNERS.slack({ secret, body }) };
    const response = await fetch(url, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([200, { challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmd' }]);
  });

  test('an unknown token is 404 in JSON, and no log line holds a token', async () => {
    const response = await fetch(`${server.url}/api/webhooks/sbh_unknown`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: '{}',
    });
    expect([response.status, (await response.json()).error.code]).toEqual([404, 'not_found']);
    expect(server.logs()).not.toContain('sbh_');
  });
});
