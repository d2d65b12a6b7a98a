import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll } from 'vitest';
import { createDb, type PoolDb } from '@/lib/db/connection';
import { SETTINGS } from '@/tests/support/queue';
import { type ServerOptions, startServer, type TestServer } from '@/tests/support/server';

/** A production server under test, and a store handle on its database to arrange with. */
export interface Surface {
  readonly url: string;
  readonly db: PoolDb;
  readonly server: TestServer;
}

/** Starts a server with the limiter off for the test file. Call once at its top. */
export function mcpSurface(env: Record<string, string> = {}): Surface {
  const held = {} as { -readonly [Key in keyof Surface]: Surface[Key] };
  beforeAll(async () => {
    Object.assign(held, await startSurface({ env: { SWITCHBOARD_MCP_RATE_PER_SECOND: '0', ...env } }));
  });
  afterAll(() => stopSurface(held));
  return held;
}

/** A server for one test, which stops it. */
export async function startSurface(options: ServerOptions): Promise<Surface> {
  const server = await startServer(options);
  return { server, url: `${server.url}/api/mcp`, db: createDb(server.databaseUrl, SETTINGS) };
}

export async function stopSurface({ db, server }: Surface): Promise<void> {
  await db.sql.end({ timeout: 5 });
  await server.stop();
}

/** The SDK's own client, connected. It checks every structured result against the advertised schema. */
export async function sdkClient(surface: Surface, token: string): Promise<Client> {
  const client = new Client({ name: 'switchboard-tests', version: '1.0.0' });
  await client.connect(sdkTransport(surface, token) as Transport);
  await client.listTools();
  return client;
}

export function sdkTransport(surface: Surface, token: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(surface.url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
}

/** One verb through the SDK's client. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<CallToolResult & { structuredContent: Record<string, unknown> }> {
  const result = await client.callTool({ name, arguments: args });
  return result as CallToolResult & { structuredContent: Record<string, unknown> };
}

/** The machine-readable code of a verb's refusal; undefined when it was served. */
export function codeOf(result: { _meta?: Record<string, unknown> | undefined }): string | undefined {
  return (result._meta?.['switchboard/error'] as { code?: string } | undefined)?.code;
}

/** The argument that a refusal names. */
export function argumentOf(result: { _meta?: Record<string, unknown> | undefined }): string | undefined {
  return (result._meta?.['switchboard/error'] as { argument?: string } | undefined)?.argument;
}
