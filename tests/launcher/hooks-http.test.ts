import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { connect } from '@/lib/db/connection';
import { freshDatabase } from '../support/database';
import { startServer, type TestServer } from '../support/server';
import { answerOf } from '../unit/cli/console';
import { Receiver } from '../unit/hooks/receiver';

const servers: TestServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.stop();
});

it('a server tells a hook of a todo that the CLI made, and after kill -9 in the middle of a call the next one tells it', async () => {
  const { url: databaseUrl } = await freshDatabase();
  const hooks = {
    SWITCHBOARD_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SWITCHBOARD_NOTIFY_HOOK_ALLOW_CIDRS: '127.0.0.0/8',
  };
  const cli = { DATABASE_URL: databaseUrl, ...hooks };
  const receiver = await Receiver.start((response, nth) => nth !== 2 && response.writeHead(204).end());
  await answerOf(cli, 'human', 'create', '--email', 'ada@example.com');
  const vend = ['--human', 'ada@example.com', '--name', 'a', '--queues', 'ci'];
  const { endpoint_id: id } = await answerOf<{ endpoint_id: string }>(cli, 'endpoint', 'vend', ...vend);
  const { secret } = await answerOf<{ secret: string }>(cli, 'hook', 'create', '--endpoint', id, '--url', receiver.url);
  receiver.secret = secret;
  const create = (title: string) =>
    answerOf<{ id: string }>(cli, 'todo', 'create', '--endpoint', id, '--queue', 'ci', '--title', title);

  const first = await startServer({ databaseUrl, env: hooks });
  servers.push(first);
  const told = await create('first');
  const [call] = await receiver.received(1);
  expect([call?.verified, call?.event.data.todo_id]).toEqual([true, told.id]);

  await create('second');
  await receiver.received(2);
  await first.kill9();
  expect(first.logs()).not.toContain(secret);
  const sql = connect(databaseUrl, { max: 1 });
  await sql`update outbox set due_at = now() where sent_at is null`;
  await sql.end();
  servers.push(await startServer({ databaseUrl, env: hooks }));
  const [, lost, again] = await receiver.received(3);
  expect([again?.verified, again?.id]).toEqual([true, lost?.id]);
});
