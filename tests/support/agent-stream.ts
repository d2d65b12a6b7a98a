import { parseConfig } from '@/lib/config';
import { createDb } from '@/lib/db/connection';
import { ownerScope } from '@/lib/queue/scope';
import { vendEndpoint } from '@/lib/store/endpoints/vend-endpoint';
import { ensureFirstHuman } from '@/lib/store/humans/ensure-first-human';

/**
 * Opens an agent's stream on a server, with an endpoint vended for it.
 * @param url the server's origin
 * @returns `ended` settles when the server has closed the stream in order, and rejects when it was cut off
 */
export async function openStream(url: string, databaseUrl: string): Promise<{ ended: Promise<void> }> {
  const headers = {
    authorization: `Bearer ${await vend(databaseUrl)}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'stream', version: '1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const session = (await fetch(`${url}/api/mcp`, { method: 'POST', headers, body })).headers.get('mcp-session-id');
  const stream = await fetch(`${url}/api/mcp`, {
    headers: { ...headers, accept: 'text/event-stream', 'mcp-session-id': session ?? '' },
  });
  if (stream.status !== 200) throw new Error(`The stream answered ${stream.status}`);
  return { ended: stream.text().then(() => undefined) };
}

async function vend(databaseUrl: string): Promise<string> {
  const db = createDb(databaseUrl, parseConfig({ NODE_ENV: 'test' }).config);
  try {
    const human = await ensureFirstHuman(db);
    return (await vendEndpoint(db, ownerScope(human.id), { name: 'stream', queues: ['q'] })).token;
  } finally {
    await db.sql.end({ timeout: 1 });
  }
}
