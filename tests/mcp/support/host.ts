import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseConfig } from '@/lib/config';
import { createDb } from '@/lib/db/connection';
import { createLog } from '@/lib/log';
import { Mcp } from '@/lib/mcp/handle';
import { Bus } from '@/lib/signals/bus';
import { Doorbell, ringLocally } from '@/lib/signals/doorbell';
import { testDatabase } from '@/tests/support/database';

export async function startHost(env: Record<string, string> = {}) {
  const { url: databaseUrl } = await testDatabase();
  const { config } = parseConfig({ NODE_ENV: 'test', ...env });
  const bus = new Bus(() => {});
  const doorbell = new Doorbell();
  bus.subscribe(ringLocally(doorbell));
  const db = createDb(databaseUrl, config, (event) => bus.publish(event));
  const shutdown = new AbortController();
  const mcp = new Mcp({
    config,
    db,
    log: createLog('warn'),
    bell: doorbell,
    version: '0.0.0',
    shutdown: shutdown.signal,
  });
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const answer = await mcp.handle({
      method: request.method ?? 'GET',
      header: (name) => request.headers[name]?.toString(),
      body: request,
      signal: gone.signal,
      address: request.socket.remoteAddress ?? '',
    });
    response.writeHead(answer.status, answer.headers);
    if (answer.body === null || typeof answer.body === 'string') return void response.end(answer.body ?? undefined);
    for await (const chunk of answer.body) response.write(chunk);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    databaseUrl,
    mcp,
    async stop() {
      shutdown.abort();
      server.closeAllConnections();
      server.close();
      await db.sql.end({ timeout: 1 });
    },
  };
}
