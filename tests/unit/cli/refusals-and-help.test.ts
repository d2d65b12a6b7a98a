import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../support/database';
import { answerOf, switchboard } from './console';

const { url } = await testDatabase();
const env = { DATABASE_URL: url, SWITCHBOARD_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
const folder = mkdtempSync(join(tmpdir(), 'switchboard-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EMAIL = 'ada@example.com';
let endpoint: { endpoint_id: string };

beforeAll(async () => {
  await answerOf(env, 'human', 'create', '--email', EMAIL);
  endpoint = await answerOf(env, 'endpoint', 'vend', '--human', EMAIL, '--name', 'laptop', '--queues', 'ci');
});

describe('refusals', () => {
  it.each<[string[], number, string]>([
    [[], 2, 'a command is missing'],
    [['bogus'], 2, 'there is no command "bogus"'],
    [['todo'], 2, 'todo needs a verb: create, list, show, why, retry, release'],
    [['todo', 'frob'], 2, 'todo has no verb "frob"'],
    [['todo', 'show'], 2, 'todo show needs ID'],
    [['todo', 'show', 'a', 'b'], 2, 'todo show has no place for "b"'],
    [['todo', 'create', '--endpoint', 'e'], 2, 'todo create needs --queue and --title'],
    [['todo', 'create', '--bogus', 'x'], 2, 'todo create does not know --bogus'],
    [['login-link', '--human', 'a', '--human', 'b'], 2, 'login-link takes --human once'],
    [['todo', 'list', '--state', 'lost'], 2, '--state must be one of pending'],
    [['todo', 'list', '--limit', 'many'], 2, '--limit must be a whole number'],
    [
      ['endpoint', 'vend', '--human', EMAIL, '--name', 'n', '--queues', 'q', '--expires', '7y'],
      2,
      '--expires must be a duration',
    ],
    [
      ['endpoint', 'vend', '--human', EMAIL, '--name', 'n', '--queues', 'q', '--verbs', 'fly'],
      1,
      'verbs has an unknown verb',
    ],
    [['endpoint', 'vend', '--human', 'no@body', '--name', 'n', '--queues', 'q'], 1, 'there is no human no@body'],
    [['endpoint', 'revoke', 'nonsense'], 1, 'there is no endpoint nonsense'],
    [['human', 'create', '--email', EMAIL], 1, `there is a human with the email ${EMAIL} already`],
    [['human', 'create', '--email', 'nope'], 1, 'email must be an email address'],
    [['human', 'disable', 'nobody'], 1, 'there is no human nobody'],
    [['todo', 'show', 'td_nope'], 1, 'there is no todo td_nope'],
    [['todo', 'list', '--cursor', 'nope'], 1, 'cursor'],
  ])('%j ends with %i and one line', async (words, code, message) => {
    const ran = await switchboard(env, ...words);
    const [line = '', ...rest] = ran.err.trim().split('\n');
    expect(line).toContain(message);
    expect([ran.code, ran.out, rest.length]).toEqual([code, '', code === 2 ? 1 : 0]);
  });

  it('with --json a refusal is one document as well', async () => {
    const ran = await switchboard(env, 'todo', 'show', 'td_nope', '--json');
    expect([ran.code, JSON.parse(ran.out).error.code]).toEqual([1, 'not_found']);
  });

  it.each([
    ['a payload that is no JSON', ['--payload', '{nope'], '--payload is not valid JSON'],
    [
      'a payload file that is not there',
      ['--payload', '@/nowhere.json'],
      '--payload: /nowhere.json cannot be read (ENOENT)',
    ],
  ])('%s is a usage error', async (_name, words, message) => {
    const ran = await switchboard(
      env,
      'todo',
      'create',
      '--endpoint',
      endpoint.endpoint_id,
      '--queue',
      'ci',
      '--title',
      't',
      ...words,
    );
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(message);
  });

  it('no database is one line that names the remedy', async () => {
    const ran = await switchboard({ SWITCHBOARD_DATA_DIR: folder }, 'sweep');
    expect([ran.code, ran.err]).toEqual([
      1,
      'switchboard: no database: set DATABASE_URL, or run `npm start`, which brings one of its own\n',
    ]);
  });

  it('a database that does not answer is one line without user and password', async () => {
    const ran = await switchboard({ DATABASE_URL: 'postgres://someone:hunter2@127.0.0.1:9/none' }, 'sweep');
    expect(ran.code).toBe(1);
    expect(ran.err).toBe(
      'switchboard: DATABASE_URL: no database answers at 127.0.0.1:9/none (ECONNREFUSED): start it, or correct the URL\n',
    );
  });

  it('a malformed DATABASE_URL is named without its text', async () => {
    const ran = await switchboard({ DATABASE_URL: 'postgres://someone:hunter2@host:port/x' }, 'sweep');
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(/^switchboard: DATABASE_URL is not a valid URL: [^\n]*\n$/);
    expect(ran.err).not.toContain('hunter2');
  });

  it('a database without the schema names the migration', async () => {
    const empty = new URL(url);
    empty.pathname = '/postgres';
    const ran = await switchboard({ ...env, DATABASE_URL: empty.href }, 'sweep');
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('run: npm run switchboard -- migrate')]);
  });

  it('a wrong setting is named', async () => {
    const ran = await switchboard({ ...env, PORT: 'high' }, 'sweep');
    expect([ran.code, ran.err]).toEqual([1, 'switchboard: PORT must be a whole number from 1 to 65535\n']);
  });
});

describe('help', () => {
  it.each([
    [['--help'], 'todo create --endpoint ID --queue ci --title "Fix the flaky deploy test"'],
    [['todo', '--help'], 'todo release ID'],
    [['todo', 'create', '--help'], '--payload JSON|@FILE'],
    [['todo', 'create', '-h'], 'Examples:'],
    [['sweep', '--help'], 'npm run switchboard -- sweep --json'],
  ])('%j teaches by example, with no database at hand', async (words, text) => {
    const ran = await switchboard({}, ...words);
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out).toContain(text);
  });
});
