import { randomBytes } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import { expect, test } from 'vitest';
import { createDb } from '@/lib/db/connection';
import { createBoardSession } from '@/lib/store/board-sessions/create-board-session';
import { initialize, rawTool } from '../mcp/support/raw';
import { cloneDatabase } from '../support/cluster';
import { SETTINGS } from '../support/queue';
import { startServer } from '../support/server';
import { answerOf } from '../unit/cli/console';

const SECRET = 'a-secret-of-more-than-32-characters';
const METRICS_TOKEN = 'a-metrics-token-of-32-characters';

test('after all of it was used, no token stands in a log, a metric, a page, its payload, or the database', async () => {
  const database = await cloneDatabase();
  const keys = { SWITCHBOARD_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  const env = {
    ...keys,
    NEXTAUTH_SECRET: SECRET,
    SWITCHBOARD_METRICS_TOKEN: METRICS_TOKEN,
    SWITCHBOARD_LOG_LEVEL: 'trace',
  };
  const server = await startServer({ databaseUrl: database.url, env });
  const db = createDb(database.url, SETTINGS);
  try {
    const settings = { ...keys, DATABASE_URL: database.url };
    const cli = (...words: string[]) => answerOf<Record<string, string>>(settings, ...words);
    const { human_id: humanId = '' } = await cli('human', 'create', '--email', 'ada@example.com', '--name', 'Ada');
    const { url: link = '' } = await cli('login-link', '--human', humanId);
    const { token: operator = '' } = await cli('token', 'create', '--human', humanId);
    const vended = await cli(
      'endpoint',
      'vend',
      '--human',
      humanId,
      '--name',
      'a',
      '--queues',
      'ci',
      '--verbs',
      'claim_next,complete,create_todo,list_todos',
    );
    const { endpoint_id: endpointId = '', token: bearer = '' } = vended;
    const target = ['--endpoint', endpointId, '--queue', 'ci'];
    const signed = await cli('webhook', 'create', ...target, '--type', 'github');
    const open = await cli('webhook', 'create', ...target, '--type', 'generic');
    const hook = await cli('hook', 'create', '--endpoint', endpointId, '--url', 'https://hooks.example/todos');
    const session = (await createBoardSession(db, humanId, { method: 'link', userAgent: undefined })) ?? '';
    const jwt = await encode({ token: { sub: session }, secret: SECRET });

    const surface = { db, server, url: `${server.url}/api/mcp` };
    const mcpSession = await initialize(surface, bearer);
    const ingest = [signed.url, open.url].map((url) => new URL(url ?? '').pathname);
    const json = { 'content-type': 'application/json' };
    for (const path of ingest)
      await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { ...json, 'x-github-event': 'ping' },
        body: '{"a":1}',
      });
    const claim = await rawTool(surface, bearer, mcpSession, 'claim_next', { require_fence: true });
    const { lease_token: lease, todo } = claim.result.structuredContent as {
      lease_token: string;
      todo: { id: string };
    };
    await rawTool(surface, bearer, mcpSession, 'complete', { id: todo.id, lease_token: `${lease}x` });
    await fetch(`${server.url}/api/v1/todos`, { headers: { authorization: `Bearer ${operator}` } });
    await fetch(`${server.url}/signin${new URL(link).search}`);
    for (const odd of [`/todos?token=${bearer}`, `/${operator}`, `/api/mcp?token=${bearer}`, '/%E0%A4%A'])
      await fetch(`${server.url}${odd}`, { headers: { authorization: 'Basic x' } });

    const places: Record<string, string> = {};
    const cookie = `next-auth.session-token=${jwt}`;
    const pages = [
      '/',
      '/todos',
      `/todos/${todo.id}`,
      '/endpoints',
      `/endpoints/${endpointId}`,
      '/webhooks',
      '/activity',
      '/settings',
    ];
    for (const page of pages) {
      for (const headers of [{ cookie }, { cookie, rsc: '1' }])
        places[`${page} ${Object.keys(headers).at(-1)}`] = await (
          await fetch(`${server.url}${page}`, { headers })
        ).text();
    }
    const scrape = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    places.metrics = await scrape.text();
    const tables = await db.sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle')`;
    for (const { name } of tables) {
      const rows = await db.sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
      places[`table ${name}`] = rows.map(({ row }) => row).join('\n');
    }
    places.logs = server.logs();

    const secrets: Record<string, string> = {
      bearer,
      operator,
      lease,
      jwt,
      link: new URL(link).searchParams.get('token') ?? '',
      signed: ingest[0]?.split('/').at(-1) ?? '',
      open: ingest[1]?.split('/').at(-1) ?? '',
      signing: signed.secret ?? '',
      hook: hook.secret ?? '',
      metrics: METRICS_TOKEN,
      key: keys.SWITCHBOARD_ENCRYPTION_KEY,
    };
    for (const [secret, text] of Object.entries(secrets)) {
      expect([secret, text.length >= 20]).toEqual([secret, true]);
      for (const [place, content] of Object.entries(places))
        expect([secret, place, content.includes(text)]).toEqual([secret, place, false]);
    }
    expect(places['table public.todos']).toContain(todo.id);
    expect(places.logs).toContain('"event":"mcp_call"');
    expect(places['/todos rsc']).toContain(todo.id);
  } finally {
    await db.sql.end({ timeout: 1 });
    await server.stop();
    await database.drop();
  }
}, 90_000);
