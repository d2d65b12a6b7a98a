import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, createDb } from '@/lib/db/connection';
import { endpointScope } from '@/lib/queue/scope';
import { claimNextTodo } from '@/lib/store/claim';
import { failTodo } from '@/lib/store/fail';
import { testDatabase } from '../../support/database';
import { SETTINGS } from '../ingest/intake-bench';
import { answerOf, switchboard } from './console';

const { url } = await testDatabase();
const env = {
  DATABASE_URL: url,
  SWITCHBOARD_BASE_URL: 'https://board.test',
  SWITCHBOARD_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
};
const folder = mkdtempSync(join(tmpdir(), 'switchboard-cli-'));
const sql = connect(url, { max: 2 });
const db = createDb(url, SETTINGS);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([sql.end({ timeout: 5 }), db.sql.end({ timeout: 5 })]);
});

const EMAIL = 'ada@example.com';
const ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
let endpoint: { endpoint_id: string; agent_id: string; token: string };

beforeAll(async () => {
  await answerOf(env, 'human', 'create', '--email', EMAIL, '--name', 'Ada');
  endpoint = await answerOf(env, 'endpoint', 'vend', '--human', EMAIL, '--name', 'laptop', '--queues', 'ci,reviews');
});

const vend = (name: string) =>
  answerOf<typeof endpoint>(env, 'endpoint', 'vend', '--human', EMAIL, '--name', name, '--queues', 'ci');
const createTodo = (...words: string[]) =>
  answerOf<{ id: string; created: boolean; state: string }>(
    env,
    'todo',
    'create',
    '--endpoint',
    endpoint.endpoint_id,
    '--queue',
    'ci',
    ...words,
  );
const agent = () =>
  endpointScope({ endpointId: endpoint.endpoint_id, agentId: endpoint.agent_id, queues: ['ci', 'reviews'] });

describe('humans and endpoints', () => {
  it('human create answers id, email and name', async () => {
    const human = await answerOf(env, 'human', 'create', '--email', 'Bob@Example.com', '--name', 'Bob');
    expect(human).toEqual({ human_id: ID, email: 'bob@example.com', name: 'Bob' });
  });

  it('login-link answers a link on the public origin', async () => {
    const link = await answerOf(env, 'login-link', '--human', EMAIL.toUpperCase());
    expect(link).toEqual({
      url: expect.stringMatching(/^https:\/\/board\.test\/signin\?token=sbl_[\w-]{43}$/),
      expires_at: TIME,
    });
  });

  it('endpoint vend answers the credential with the default verbs, once', async () => {
    const vended = await answerOf(
      env,
      'endpoint',
      'vend',
      '--human',
      EMAIL,
      '--name',
      'x',
      '--queues',
      'a',
      '--queues',
      'b',
      '--expires',
      '7d',
    );
    expect(vended).toEqual({
      endpoint_id: ID,
      agent_id: ID,
      token: expect.stringMatching(/^sbk_[\w-]{43}$/),
      mcp_url: 'https://board.test/api/mcp',
      queues: ['a', 'b'],
      verbs: expect.arrayContaining(['claim_next', 'release']),
    });
    const [row] =
      await sql`select extract(epoch from expires_at - created_at)::int as life from endpoints where id = ${String(vended.endpoint_id)}`;
    expect(row?.life).toBe(7 * 86_400);
    const { out } = await switchboard(env, 'endpoint', 'list', '--json');
    expect(out).not.toContain(String(vended.token));
  });

  it('endpoint vend to an agent keeps the agent', async () => {
    const second = await answerOf(
      env,
      'endpoint',
      'vend',
      '--human',
      EMAIL,
      '--name',
      'y',
      '--queues',
      'ci',
      '--agent',
      endpoint.agent_id,
    );
    expect(second.agent_id).toBe(endpoint.agent_id);
  });

  it('endpoint rotate answers a new token alone, endpoint revoke what it dead-lettered', async () => {
    const doomed = await vend('doomed');
    await answerOf(env, 'todo', 'create', '--endpoint', doomed.endpoint_id, '--queue', 'ci', '--title', 'last');
    expect(await answerOf(env, 'endpoint', 'rotate', doomed.endpoint_id)).toEqual({
      token: expect.stringMatching(/^sbk_/),
    });
    const revoked = await answerOf(env, 'endpoint', 'revoke', doomed.endpoint_id);
    expect(revoked).toEqual({ endpoint_id: doomed.endpoint_id, revoked: true, dead_lettered: 1 });
    const again = await switchboard(env, 'endpoint', 'revoke', doomed.endpoint_id);
    expect([again.code, again.err]).toEqual([1, `switchboard: endpoint ${doomed.endpoint_id} is revoked already\n`]);
  });

  it('human disable ends sessions and revokes endpoints', async () => {
    const { human_id } = await answerOf(env, 'human', 'create', '--email', 'eve@example.com');
    const held = await answerOf(env, 'endpoint', 'vend', '--human', 'eve@example.com', '--name', 'e', '--queues', 'ci');
    await sql`insert into sessions (id, human_id, expires_at) values (gen_random_uuid(), ${String(human_id)}, now() + interval '1 day')`;
    const disabled = await answerOf(env, 'human', 'disable', String(human_id));
    expect(disabled).toEqual({ human_id, email: 'eve@example.com', disabled_at: TIME, endpoints_revoked: 1 });
    const [row] = await sql`
      select revoked_at is not null as revoked, (select count(*)::int from sessions where human_id = e.human_id and ended_at is null) as open
      from endpoints e where e.id = ${String(held.endpoint_id)}`;
    expect(row).toMatchObject({ revoked: true, open: 0 });
  });
});

describe('todos', () => {
  it('todo create answers id, created and state; its key gives the same todo back', async () => {
    const first = await createTodo('--title', 'one', '--key', 'k');
    const second = await createTodo('--title', 'two', '--key', 'k');
    expect(first).toEqual({ id: expect.stringMatching(/^td_/), created: true, state: 'pending' });
    expect(second).toEqual({ ...first, created: false });
  });

  it('a payload keeps every digit, as text and from a file', async () => {
    const file = join(folder, 'payload.json');
    writeFileSync(file, '{"n": 9007199254740993}');
    const [text, read] = [
      await createTodo('--title', 'a', '--payload', '9007199254740993', '--kind', 'report', '--max-attempts', '2'),
      await createTodo('--title', 'b', '--payload', `@${file}`),
    ];
    const rows =
      await sql`select payload::text as payload, kind, max_attempts, source from todos where id in (${text.id}, ${read.id}) order by id`;
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { payload: '9007199254740993', kind: 'report', max_attempts: 2, source: 'cli' },
      { payload: '{"n": 9007199254740993}', kind: null, max_attempts: 5, source: 'cli' },
    ]);
  });

  it('todo show tells state, counters and outcomes, and nothing that an agent wrote', async () => {
    const { id } = await createTodo('--title', 'shown', '--max-attempts', '1', '--payload', '"confidential payload"');
    await sql`update todos set created_at = now() - interval '1 year' where id = ${id}`;
    const claim = await claimNextTodo(db, agent(), { claimant: 'confidential-claimant' });
    expect(claim.todo.id).toBe(id);
    const report = {
      summary: 'confidential summary',
      artifact: 'https://confidential.test/',
      resultText: '"confidential result"',
    };
    await failTodo(db, agent(), { id, ...report });
    for (const words of [
      ['todo', 'show', id],
      ['todo', 'show', id, '--json'],
      ['todo', 'list', '--limit', '200', '--json'],
    ]) {
      expect((await switchboard(env, ...words)).out).not.toContain('confidential');
    }
    expect(await answerOf(env, 'todo', 'show', id)).toMatchObject({
      id,
      state: 'failed',
      dead_letter: true,
      attempt: 1,
      max_attempts: 1,
      attempts_total: 1,
      attempts_pruned: 0,
      attempts: [
        { seq: 1, attempt: 1, claimer_kind: 'endpoint', outcome: 'failed', disposition: 'dead_lettered', died: false },
      ],
    });
  });

  it('todo retry brings a dead letter back, todo release takes a claimed one from its worker', async () => {
    const { id } = await createTodo('--title', 'moved', '--max-attempts', '1');
    await sql`update todos set created_at = now() - interval '2 years' where id = ${id}`;
    await claimNextTodo(db, agent(), { requireFence: true });
    expect(await answerOf(env, 'todo', 'release', id)).toMatchObject({ id, state: 'pending', attempt: 1 });
    const again = await switchboard(env, 'todo', 'release', id);
    expect([again.code, again.err]).toEqual([
      1,
      `switchboard: todo ${id} cannot be released: it is pending, and nobody holds it\n`,
    ]);
    await claimNextTodo(db, agent(), {});
    await failTodo(db, agent(), { id });
    expect(await answerOf(env, 'todo', 'retry', id)).toMatchObject({ id, state: 'pending', attempt: 0 });
    const twice = await switchboard(env, 'todo', 'retry', id);
    expect([twice.code, twice.err]).toEqual([
      1,
      `switchboard: todo ${id} cannot be retried: it is pending, or a newer todo holds its key\n`,
    ]);
  });

  it('todo list narrows by state and pages by cursor', async () => {
    const page = await answerOf<{ todos: { id: string }[]; next_cursor: string }>(env, 'todo', 'list', '--limit', '1');
    const next = await answerOf<{ todos: { id: string }[] }>(
      env,
      'todo',
      'list',
      '--limit',
      '1',
      '--cursor',
      page.next_cursor,
    );
    expect(page.todos).toHaveLength(1);
    expect(next.todos[0]?.id).not.toBe(page.todos[0]?.id);
    const parked = await answerOf<{ todos: { dead_letter: boolean }[] }>(
      env,
      'todo',
      'list',
      '--state',
      'dead_letter',
      '--human',
      EMAIL,
    );
    expect(parked.todos.length).toBeGreaterThan(0);
    expect(parked.todos.every((todo) => todo.dead_letter)).toBe(true);
  });
});

describe('webhooks, sweep and migrate', () => {
  it('webhook create answers a URL, and a secret where the source signs', async () => {
    const [route, generic, github] = [
      await vend('route'),
      ...(await Promise.all(
        ['generic', 'github'].map((type) =>
          answerOf(env, 'webhook', 'create', '--endpoint', endpoint.endpoint_id, '--queue', 'ci', '--type', type),
        ),
      )),
    ];
    const address = expect.stringMatching(/^https:\/\/board\.test\/api\/webhooks\/sbh_[\w-]{43}$/);
    expect(generic).toEqual({ id: ID, url: address });
    expect(github).toEqual({ id: ID, url: address, secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const routed = [
      'webhook',
      'create',
      '--endpoint',
      endpoint.endpoint_id,
      '--queue',
      'reviews',
      '--type',
      'generic',
      '--route',
      route.endpoint_id,
    ];
    const { out, err } = await switchboard(env, ...routed, '--json');
    expect(err).toContain(`Endpoint ${route.endpoint_id} is not granted the queue reviews`);
    const { webhooks } = await answerOf<{ webhooks: object[] }>(env, 'webhook', 'list');
    expect(webhooks).toContainEqual(
      expect.objectContaining({
        id: JSON.parse(out).id,
        routes: [{ endpoint_id: route.endpoint_id, queue: 'reviews' }],
      }),
    );
  });

  it('webhook create takes the secret that a source dictates, also out of a file', async () => {
    const file = join(folder, 'signing-secret.txt');
    writeFileSync(file, '8f742231b10e8888abcd99yyyzzz85a5\n');
    const words = ['webhook', 'create', '--endpoint', endpoint.endpoint_id, '--queue', 'ci', '--type', 'slack'];
    const answer = { id: ID, url: expect.any(String), secret: '8f742231b10e8888abcd99yyyzzz85a5' };
    expect(await answerOf(env, ...words, '--secret', `@${file}`)).toEqual(answer);
    expect(await answerOf(env, ...words, '--secret', answer.secret)).toEqual(answer);
    const missing = await switchboard(env, ...words, '--secret', '@/no/such/file');
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('/no/such/file cannot be read (ENOENT)')]);
  });

  it('webhook create without a key names the variable', async () => {
    const { SWITCHBOARD_ENCRYPTION_KEY: _, ...keyless } = env;
    const words = ['webhook', 'create', '--endpoint', endpoint.endpoint_id, '--queue', 'ci', '--type', 'github'];
    const { code, err } = await switchboard(keyless, ...words);
    expect(code).toBe(1);
    expect(err).toContain('SWITCHBOARD_ENCRYPTION_KEY');
  });

  it('sweep counts what it moved', async () => {
    const { id } = await createTodo('--title', 'abandoned');
    await sql`update todos set created_at = now() - interval '3 years' where id = ${id}`;
    await claimNextTodo(db, agent(), {});
    await sql`update todos set lease_expires_at = now() - interval '1 minute' where id = ${id}`;
    expect(await answerOf(env, 'sweep')).toEqual({ reaped: { requeued: 1, dead_lettered: 0 }, retried: 0, pruned: 0 });
  });

  it('migrate says what is pending and applies it once', async () => {
    expect(await answerOf(env, 'migrate', '--dry-run')).toEqual({ dry_run: true, applied: 0, pending: 0 });
    expect(await answerOf(env, 'migrate')).toEqual({ dry_run: false, applied: 0, pending: 0 });
  });
});
