import { type ServerOptions, startServer } from '@/tests/support/server';
import type { StoreDatabase } from './store-database';

/** The production build in a process of its own, on a bench's database. */
export interface McpServer {
  readonly mcpUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts it with the limiter off. The database outlives it. */
export async function startMcpServer(store: StoreDatabase, env: ServerOptions['env'] = {}): Promise<McpServer> {
  const server = await startServer({
    databaseUrl: store.url,
    env: { SWITCHBOARD_MCP_RATE_PER_SECOND: '0', SWITCHBOARD_LOG_LEVEL: 'warn', ...env },
  });
  return { mcpUrl: `${server.url}/api/mcp`, pid: server.pid, stop: server.stop };
}
