import { afterAll, beforeAll } from 'vitest';
import { withOperator } from '@/lib/cli/operator';
import { startServer, type TestServer } from '@/tests/support/server';
import { mcpSurface, type Surface } from './surface';

/** Two production servers on one database, and a third process beside them. */
export interface TwoInstances {
  readonly one: Surface;
  readonly other: Surface;
  /** Does something where neither server can see it: they are told by NOTIFY alone. */
  elsewhere<T>(work: (db: Surface['db']) => Promise<T>): Promise<T>;
}

/** Starts them with the limiter off and the sweeps out of the way: each test runs the sweep it means. Call once at a file's top. */
export function twoInstances(given: Record<string, string> = {}): TwoInstances {
  const env = {
    SWITCHBOARD_MCP_RATE_PER_SECOND: '0',
    SWITCHBOARD_RETRY_INTERVAL_MS: '3600000',
    SWITCHBOARD_REAPER_INTERVAL_MS: '3600000',
    ...given,
  };
  const one = mcpSurface(env);
  const other = {} as { -readonly [Key in keyof Surface]: Surface[Key] };
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ databaseUrl: one.server.databaseUrl, env });
    Object.assign(other, { server, url: `${server.url}/api/mcp`, db: one.db });
  });
  afterAll(() => server.stop());
  const elsewhere = <T>(work: (db: Surface['db']) => Promise<T>) =>
    withOperator(
      { ...process.env, DATABASE_URL: one.server.databaseUrl },
      { anySchema: false, note: () => {} },
      ({ db }) => work(db),
    );
  return { one, other, elsewhere };
}
