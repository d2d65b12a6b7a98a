import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '@/lib/db/connection';
import manifest from '../../../package.json';
import { testDatabase } from '../../support/database';
import { answerOf, switchboard } from './console';

const { url } = await testDatabase();
const sql = connect(url, { max: 1 });
const env = {
  DATABASE_URL: url,
  SWITCHBOARD_BASE_URL: 'https://board.test',
  SWITCHBOARD_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  SWITCHBOARD_NOTIFY_HOOK_ALLOW_CIDRS: '127.0.0.0/8',
};
const EMAIL = 'ada@example.com';
let endpoint: { endpoint_id: string; agent_id: string };
let receiver: Server;
let receiverUrl = '';

beforeAll(async () => {
  await answerOf(env, 'human', 'create', '--email', EMAIL);
  endpoint = await answerOf(env, 'endpoint', 'vend', '--human', EMAIL, '--name', 'laptop', '--queues', 'ci,docs');
  receiver = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.close();
  await sql.end({ timeout: 5 });
});

const createTodo = (...words: string[]) =>
  switchboard(env, 'todo', 'create', '--endpoint', endpoint.endpoint_id, '--title', 't', '--json', ...words);

it('--version is the version of the package', async () => {
  expect((await switchboard({}, '--version')).out).toBe(`${manifest.version}\n`);
  expect(JSON.parse((await switchboard({}, '--version', '--json')).out)).toEqual({ version: manifest.version });
});

describe('token', () => {
  it('is made, listed by its first characters and revoked', async () => {
    const { token, ...rest } = await answerOf<{ token: string }>(env, 'token', 'create', '--human', EMAIL);
    expect(token).toMatch(/^sbo_[\w-]{43}$/);
    expect(rest).toEqual({});
    const { tokens } = await answerOf<{ tokens: { id: string; token_prefix: string }[] }>(env, 'token', 'list');
    expect(tokens).toMatchObject([{ token_prefix: token.slice(0, 12), revoked_at: null }]);
    const id = tokens[0]?.id ?? '';
    expect(await answerOf(env, 'token', 'revoke', id)).toEqual({ id, revoked: true });
    expect(await switchboard(env, 'token', 'revoke', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('revoked already'),
    });
    expect(await switchboard(env, 'token', 'revoke', 'nope')).toMatchObject({
      code: 1,
      err: expect.stringContaining('token list'),
    });
  });
});

describe('hook', () => {
  const create = (to: string, ...words: string[]) =>
    switchboard(env, 'hook', 'create', '--endpoint', endpoint.endpoint_id, '--url', to, '--json', ...words);

  it('is made with a secret that is shown once, listed without it and deleted', async () => {
    const made = await create(receiverUrl, '--queues', 'ci,nightly');
    expect(made).toMatchObject({ code: 0, err: expect.stringContaining('not granted the queue nightly') });
    const { id, secret } = JSON.parse(made.out);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = await switchboard(env, 'hook', 'list', '--endpoint', endpoint.endpoint_id, '--json');
    expect(JSON.parse(listed.out).hooks).toMatchObject([
      { id, url: receiverUrl, queues: ['ci', 'nightly'], failures: 0, waiting: 0, disabled_at: null },
    ]);
    expect(listed.out).not.toContain(secret);
    await createTodo('--queue', 'ci');
    expect((await sql`select event from outbox where hook_id = ${id}`)[0]).toEqual({ event: 'todo.ready' });
    expect(await answerOf(env, 'hook', 'delete', id)).toEqual({ id, deleted: true });
    expect(await sql`select 1 from outbox where hook_id = ${id}`).toEqual([]);
    expect(await sql`select hooked from endpoints where id = ${endpoint.endpoint_id}`).toEqual([{ hooked: false }]);
    expect(await switchboard(env, 'hook', 'delete', id)).toMatchObject({ code: 1 });
  });

  it.each([
    ['http://93.184.216.34/', 'https://'],
    ['https://10.0.0.1/', 'not public'],
    ['https://user:secret-word@example.com/', 'user name'],
  ])('to %s is refused with the reason, in words for a person', async (to, reason) => {
    const { code, out, err } = await create(to);
    expect(code).toBe(1);
    expect(JSON.parse(out).error).toMatchObject({ code: 'invalid', message: expect.stringContaining(reason) });
    expect(err).not.toMatch(/create_hook|secret-word/);
  });

  it('without a key is refused naming the variable', async () => {
    const { SWITCHBOARD_ENCRYPTION_KEY: _, ...without } = env;
    const words = ['hook', 'create', '--endpoint', endpoint.endpoint_id, '--url', receiverUrl];
    expect(await switchboard(without, ...words)).toMatchObject({
      code: 1,
      err: expect.stringContaining('SWITCHBOARD_ENCRYPTION_KEY'),
    });
  });
});

describe('webhook rotate', () => {
  it('replaces the secret, or the URL, and says until when the old one is accepted', async () => {
    const target = ['--endpoint', endpoint.endpoint_id, '--queue', 'ci', '--type', 'github'];
    const made = await answerOf<{ id: string; url: string; secret: string }>(env, 'webhook', 'create', ...target);
    const secret = await answerOf<{ secret: string }>(env, 'webhook', 'rotate', made.id);
    expect(Object.keys(secret)).toEqual(['id', 'secret', 'previous_until']);
    expect(secret.secret).not.toBe(made.secret);
    const moved = await answerOf<{ url: string }>(env, 'webhook', 'rotate', made.id, '--url');
    expect(moved.url).toMatch(/^https:\/\/board\.test\/api\/webhooks\/sbh_/);
    expect(moved.url).not.toBe(made.url);
    expect(await switchboard(env, 'webhook', 'rotate', 'nope')).toMatchObject({ code: 1 });
    expect(await switchboard(env, 'webhook', 'rotate', made.id, '--url', '--secret', 'x')).toMatchObject({ code: 2 });
  });
});

describe('todo why', () => {
  it('says that it is claimable, or what stands in the way and what to do', async () => {
    const { id } = JSON.parse((await createTodo('--queue', 'ci')).out);
    expect(await answerOf(env, 'todo', 'why', id)).toEqual({ id, state: 'pending', claimable: true, reasons: [] });
    await sql`update todos set state = 'failed', attempt = 1, next_retry_at = now() + interval '1 hour' where id = ${id}`;
    expect(await answerOf(env, 'todo', 'why', id)).toEqual({
      id,
      state: 'failed',
      claimable: false,
      reasons: [{ code: 'backoff', reason: expect.any(String), remedy: expect.any(String) }],
    });
    expect((await switchboard(env, 'todo', 'why', id)).out).toContain('backoff');
    expect(await switchboard(env, 'todo', 'why', 'td_nope')).toMatchObject({ code: 1 });
  });
});

describe('todo create', () => {
  it('warns of a queue that the agent does not drain', async () => {
    const { code, err } = await createTodo('--queue', 'elsewhere');
    expect(code).toBe(0);
    expect(err).toContain('not granted the queue elsewhere');
    expect((await createTodo('--queue', 'ci')).err).toBe('');
  });

  it('refuses an assignee who could never claim it, and takes the two who can', async () => {
    const stranger = 'agent:0197c0de-0000-7000-8000-000000000001';
    const refused = await createTodo('--queue', 'ci', '--assignee', stranger);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`agent:${endpoint.agent_id}`) });
    expect((await createTodo('--queue', 'ci', '--assignee', `agent:${endpoint.agent_id}`)).code).toBe(0);
  });

  it('refuses numbers that the database cannot hold, naming the option', async () => {
    const { code, out } = await createTodo('--queue', 'ci', '--payload', '[1e999999]');
    expect(code).not.toBe(0);
    expect(JSON.parse(out).error).toMatchObject({ message: expect.stringContaining('--payload') });
  });
});
