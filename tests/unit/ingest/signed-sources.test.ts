import definitions from '@octokit/webhooks-examples';
import { describe, expect, it } from 'vitest';
import { listDeliveries } from '@/lib/store/webhooks/list-deliveries';
import * as gitea from './fixtures/gitea';
import * as slack from './fixtures/slack';
import * as stripe from './fixtures/stripe';
import { aWebhook, type Bench, intakeBench, send, todosOf } from './intake-bench';
import { SIGNERS, type SigningType } from './signers';

const bench: Bench = await intakeBench();

interface Sample {
  readonly type: SigningType;
  readonly body: string;
  readonly delivery: string;
  readonly kind: string;
  readonly title: string;
}

const SAMPLES: readonly Sample[] = [
  {
    type: 'github',
    body: JSON.stringify(definitions.find(({ name }) => name === 'pull_request')?.examples[0]),
    delivery: 'f6266f16-1bf3-46a5-9ea4-602e06ead473',
    kind: 'pull_request.opened',
    title: 'Pull request #2 opened: Update the README with new information. (Codertocat/Hello-World)',
  },
  {
    type: 'gitea',
    body: JSON.stringify(gitea.pullRequestOpened, null, 2),
    delivery: 'f6266f16-1bf3-46a5-9ea4-602e06ead474',
    kind: 'pull_request.opened',
    title: 'Pull request #7 opened: Count backwards (ada/engine)',
  },
  {
    type: 'stripe',
    body: JSON.stringify(stripe.chargeFailed, null, 2),
    delivery: stripe.chargeFailed.id,
    kind: 'charge.failed',
    title: 'Charge failed: 20.00 USD, Your card was declined. (jenny.rosen@example.com)',
  },
  {
    type: 'slack',
    body: JSON.stringify(slack.mention),
    delivery: slack.mention.event_id,
    kind: 'app_mention',
    title: 'Mention by W021FGA1Z in C0LAN2Q65: Deploy <@U0LAN0Z89>, and mind the gap.',
  },
  {
    type: 'standard',
    body: '{"type":"email.bounced","timestamp":"2026-03-13T13:52:11Z","data":{"subject":"Welcome","to":"ada@example.com"}}',
    delivery: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
    kind: 'email.bounced',
    title: 'email.bounced: Welcome',
  },
];

const TIMED: readonly SigningType[] = ['stripe', 'slack', 'standard'];
const timed = SAMPLES.filter(({ type }) => TIMED.includes(type));
const seconds = () => Math.floor(Date.now() / 1_000);

describe.each(SAMPLES)('a delivery signed as $type signs it', ({ type, body, delivery, kind, title }) => {
  it('becomes one todo a person can read, once, at each of its endpoints', async () => {
    const hook = await aWebhook(bench, type, 1);
    const signed = () => SIGNERS[type]({ secret: hook.secret, body, delivery });
    const first = await send(bench, hook.token, { headers: signed(), body });
    const again = await send(bench, hook.token, { headers: signed(), body });
    expect([first.status, first.body.created, again.status, again.body.created]).toEqual([202, 2, 202, 0]);
    expect(again.body.todos.map(({ id }) => id)).toEqual(first.body.todos.map(({ id }) => id));
    for (const endpointId of hook.endpointIds) {
      const todos = await todosOf(bench, endpointId);
      expect(todos).toMatchObject([
        { title, kind, source: `webhook:${type}`, key: delivery, payload: JSON.parse(body) },
      ]);
      expect(todos[0]?.routing).toMatchObject({ source: type, event: kind, delivery_id: delivery });
      expect(JSON.stringify(todos[0]?.routing)).not.toMatch(/signature|[0-9a-f]{64}/i);
    }
    const log = await listDeliveries(bench.db, hook.scope, hook.webhookId);
    expect(log).toMatchObject([
      { verdict: 'duplicate', status: 202, deliveryId: delivery, event: kind },
      { verdict: 'accepted', status: 202, deliveryId: delivery, event: kind, created: 2 },
    ]);
  });

  const flipped = Buffer.from(body);
  flipped[20] = (flipped[20] ?? 0) ^ 0x01;
  const others = SAMPLES.map((sample) => sample.type).filter((other) => other !== type);

  it.each<[string, (secret: string) => { headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> }]>([
    ['a flipped bit', (secret) => ({ headers: SIGNERS[type]({ secret, body }), body: new Uint8Array(flipped) })],
    ['a line feed more', (secret) => ({ headers: SIGNERS[type]({ secret, body }), body: `${body}\n` })],
    ['another secret', (secret) => ({ headers: SIGNERS[type]({ secret: `${secret.slice(0, -2)}A=`, body }), body })],
    ['no signature', () => ({ headers: {}, body })],
    ['no body', (secret) => ({ headers: SIGNERS[type]({ secret, body }) })],
    [
      'what is no signature',
      (secret) => {
        const headers = Object.entries(SIGNERS[type]({ secret, body }));
        return {
          headers: Object.fromEntries(headers.map(([name, value]) => [name, /sig/.test(name) ? 'é=,=' : value])),
          body,
        };
      },
    ],
    ...others
      // Gitea signs for GitHub's readers as well, with the same secret.
      .filter((other) => !(type === 'github' && other === 'gitea'))
      .map((other): [string, (secret: string) => { headers: Record<string, string>; body: string }] => [
        `the signature of ${other}`,
        (secret) => ({ headers: SIGNERS[other]({ secret, body }), body }),
      ]),
  ])('with %s is a 401, no row, and a line in the log', async (_name, make) => {
    const hook = await aWebhook(bench, type);
    const answer = await send(bench, hook.token, make(hook.secret));
    expect([answer.status, answer.body.error]).toEqual([
      401,
      { code: 'unauthorized', message: 'the signature is missing or does not match the body' },
    ]);
    expect(await todosOf(bench, hook.endpointId)).toEqual([]);
    expect(await listDeliveries(bench.db, hook.scope, hook.webhookId)).toMatchObject([
      { verdict: 'refused', status: 401, reason: answer.body.error.message, todoIds: [], created: 0 },
    ]);
  });
});

describe.each(timed)('the time that $type signs', ({ type, body }) => {
  it.each([-290, 290])('%i seconds from now is taken', async (offset) => {
    const hook = await aWebhook(bench, type);
    const headers = SIGNERS[type]({ secret: hook.secret, body, at: seconds() + offset });
    expect((await send(bench, hook.token, { headers, body })).status).toBe(202);
  });

  it.each([-310, 310, -86_400])('%i seconds from now is a 401 and no row', async (offset) => {
    const hook = await aWebhook(bench, type);
    const headers = SIGNERS[type]({ secret: hook.secret, body, at: seconds() + offset });
    const answer = await send(bench, hook.token, { headers, body });
    expect([answer.status, answer.body.error.message]).toEqual([
      401,
      "the signature's timestamp is more than 300 seconds from now",
    ]);
    expect(await todosOf(bench, hook.endpointId)).toEqual([]);
  });

  it('cannot be brought up to date by whoever has a recording', async () => {
    const hook = await aWebhook(bench, type);
    const [old, at] = [seconds() - 3_600, seconds()];
    const recorded = SIGNERS[type]({ secret: hook.secret, body, at: old });
    const renewed = JSON.parse(JSON.stringify(recorded).replaceAll(String(old), String(at)));
    expect((await send(bench, hook.token, { headers: renewed, body })).status).toBe(401);
    expect(await todosOf(bench, hook.endpointId)).toEqual([]);
  });
});

describe('an event that nobody knows', () => {
  it.each([
    ['github', '{"action":"half_done"}', 'quantum_leap half done'],
    ['gitea', '{"action":"half_done"}', 'quantum_leap half done'],
    ['stripe', JSON.stringify(stripe.unheardOf), 'quantum.leap.half_done'],
    ['slack', JSON.stringify(slack.unheardOf), 'quantum_leap'],
    ['standard', '{"type":"quantum.leap"}', 'quantum.leap'],
  ] as const)('of %s is still a todo, by its name', async (type, body, title) => {
    const hook = await aWebhook(bench, type);
    const headers = SIGNERS[type]({ secret: hook.secret, body, event: 'quantum_leap' });
    expect((await send(bench, hook.token, { headers, body })).status).toBe(202);
    expect(await todosOf(bench, hook.endpointId)).toMatchObject([{ title }]);
  });
});

describe("Slack's question whether the URL is ours", () => {
  const body = JSON.stringify(slack.urlVerification);

  it('is answered with the challenge, without a todo', async () => {
    const hook = await aWebhook(bench, 'slack');
    const answer = await send(bench, hook.token, { headers: SIGNERS.slack({ secret: hook.secret, body }), body });
    expect([answer.status, answer.body]).toEqual([200, { challenge: slack.urlVerification.challenge }]);
    expect(await todosOf(bench, hook.endpointId)).toEqual([]);
    expect(await listDeliveries(bench.db, hook.scope, hook.webhookId)).toMatchObject([
      { verdict: 'answered', status: 200, event: 'url_verification', created: 0 },
    ]);
  });

  it('is not answered to a stranger', async () => {
    const hook = await aWebhook(bench, 'slack');
    const answer = await send(bench, hook.token, { headers: SIGNERS.slack({ secret: 'x', body }), body });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([401, expect.not.stringContaining('3eZbrw1')]);
  });
});
