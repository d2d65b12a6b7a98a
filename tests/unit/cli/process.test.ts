import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { connect } from '@/lib/db/connection';
import { noteServing } from '@/lib/db/embedded/serving';
import { startEmbedded } from '@/lib/db/embedded/start';
import { testDatabase } from '../../support/database';
import { type Ran, spawnSwitchboard, switchboard } from './console';

const { url } = await testDatabase();
const settings = { DATABASE_URL: url, SWITCHBOARD_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
const sql = connect(url, { max: 2 });
afterAll(() => sql.end({ timeout: 5 }));

const run = (...words: string[]) => spawnSwitchboard(settings, ...words);
const keysOf = ({ out }: Ran) => Object.keys(JSON.parse(out));

it('as a process, every noun answers with one JSON document and exit code 0', async () => {
  const human = await run('human', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--json');
  const link = await run('login-link', '--human', 'ada@example.com', '--json');
  const vended = await run('endpoint', 'vend', '--human', 'ada@example.com', '--name', 'a', '--queues', 'ci', '--json');
  const { endpoint_id } = JSON.parse(vended.out);
  const target = ['--endpoint', endpoint_id, '--queue', 'ci'];
  const webhook = await run('webhook', 'create', ...target, '--type', 'github', '--json');
  const todo = await run('todo', 'create', ...target, '--title', 't', '--json');
  const [sweep, migrate] = [await run('sweep', '--json'), await run('migrate', '--dry-run', '--json')];
  const all = [human, link, vended, webhook, todo, sweep, migrate];
  expect(all.map(({ code, out }) => [code, out.trimEnd().split('\n').length])).toEqual(Array(7).fill([0, 1]));
  expect(all.map(keysOf)).toEqual([
    ['human_id', 'email', 'name'],
    ['url', 'expires_at'],
    ['endpoint_id', 'agent_id', 'token', 'mcp_url', 'queues', 'verbs'],
    ['id', 'url', 'secret'],
    ['id', 'created', 'state'],
    ['reaped', 'retried', 'pruned'],
    ['dry_run', 'applied', 'pending'],
  ]);
}, 90_000);

it('the doorbell has been rung before the process ends', async () => {
  const heard: string[] = [];
  const { unlisten } = await sql.listen('todo_ready', (message) => heard.push(message));
  const [endpoint] = await sql`select id from endpoints`;
  const { out } = await run(
    'todo',
    'create',
    '--endpoint',
    String(endpoint?.id),
    '--queue',
    'ci',
    '--title',
    'ring',
    '--json',
  );
  await expect
    .poll(() => heard.map((message) => JSON.parse(message)))
    .toEqual([expect.objectContaining({ todo_id: JSON.parse(out).id, endpoint_id: endpoint?.id })]);
  expect(heard[0]?.length).toBeLessThan(200);
  await unlisten();
});

it('refused is exit code 1, not understood is 2, each with one line on stderr and no stack trace', async () => {
  const refused = await run('todo', 'show', 'td_nope');
  const misspelt = await run('todo', 'show', '--jsn');
  expect([refused.code, refused.out, refused.err]).toEqual([
    1,
    '',
    'switchboard: there is no todo td_nope; see: todo list\n',
  ]);
  expect([misspelt.code, misspelt.out]).toEqual([2, '']);
  expect(misspelt.err).toMatch(/^switchboard: todo show does not know --jsn\nHelp: .*\n$/);
});

it('without DATABASE_URL it works on the running database of the data directory, with its key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-cli-'));
  const database = await startEmbedded(folder, () => {}, { throwaway: true });
  try {
    const own = (...words: string[]) => spawnSwitchboard({ SWITCHBOARD_DATA_DIR: folder }, ...words, '--json');
    expect((await own('migrate')).code).toBe(0);
    await own('human', 'create', '--email', 'ada@example.com');
    const vended = await own('endpoint', 'vend', '--human', 'ada@example.com', '--name', 'a', '--queues', 'ci');
    const words = ['--endpoint', JSON.parse(vended.out).endpoint_id, '--queue', 'ci', '--type', 'github'];
    expect(keysOf(await own('webhook', 'create', ...words))).toEqual(['id', 'url', 'secret']);
    const link = async (settings = {}) => {
      const all = { SWITCHBOARD_DATA_DIR: folder, ...settings };
      const { out } = await switchboard(all, 'login-link', '--human', 'ada@example.com', '--json');
      return new URL(JSON.parse(out).url).origin;
    };
    const forget = noteServing(folder, 'http://127.0.0.1:4711');
    expect(await link()).toBe('http://127.0.0.1:4711');
    expect(await link({ PORT: '4712' })).toBe('http://127.0.0.1:4712');
    forget();
    expect(await link()).toBe('http://127.0.0.1:3000');
  } finally {
    await database.stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  }
}, 90_000);
