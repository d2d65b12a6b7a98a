import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Figure, Goal } from '../bench';
import { readProcess } from '../measure/process-meter';
import { type McpAgent, mcpAgent } from '../subjects/mcp-agent';
import { type McpServer, startMcpServer } from '../subjects/mcp-server';
import { vendAgent } from '../subjects/rows';
import { openStore, type StoreDatabase } from '../subjects/store-database';

const SESSIONS = 1_000;
const ENDPOINTS = 4;
const AT_ONCE = 20;
const WARM_UP_SESSIONS = 200;
const WATCH_MS = 20_000;
/** PostgreSQL's idle backends report what they did ten seconds late. */
const SETTLE_MS = 12_000;

/** G17: what a thousand agents cost that are attached and have nothing to do. */
export const idleSessions: Goal = {
  ids: ['G17'],
  title: 'a thousand sessions attached and no work',
  needsBuild: true,
  async run(bench: Bench): Promise<Figure[]> {
    const store = await openStore(bench, 1);
    const server = await startMcpServer(store);
    const streams = new AbortController();
    try {
      const tokens: string[] = [];
      for (let n = 0; n < ENDPOINTS; n += 1) tokens.push((await vendAgent(store.db)).token);
      setMaxListeners(SESSIONS + ENDPOINTS, streams.signal);
      await attach(bench, server, tokens, WARM_UP_SESSIONS);
      const alone = await watch(bench, store, server);
      await listen(await attach(bench, server, tokens, ENDPOINTS), streams.signal);
      const few = await watch(bench, store, server);
      const agents = await attach(bench, server, tokens, SESSIONS);
      const withSessions = readProcess(server.pid)?.residentKiB ?? Number.NaN;
      await listen(agents, streams.signal);
      const withStreams = readProcess(server.pid)?.residentKiB ?? Number.NaN;
      const attached = await watch(bench, store, server);
      const watched = `${SESSIONS} sessions with a stream each, ${ENDPOINTS} endpoints, ${WATCH_MS / 1_000} s`;
      return [
        {
          ...of('idle CPU of the server process', attached.cpuShare * 100, '% of a core', { atMost: 2 }),
          beside: `${watched}; without any ${(alone.cpuShare * 100).toFixed(1)} %`,
        },
        {
          ...of(`transactions, ${SESSIONS} sessions / ${ENDPOINTS}`, attached.transactions / few.transactions, '×', {
            atMost: 1.2,
          }),
          beside: `${attached.transactions.toFixed(1)} a second | ${few.transactions.toFixed(1)}; without any ${alone.transactions.toFixed(1)}`,
        },
        {
          ...of('memory of a session', (withSessions - few.residentKiB) / SESSIONS, 'KiB'),
          beside: `resident memory ${mebibytes(few.residentKiB)} before, ${mebibytes(withSessions)} with ${SESSIONS}`,
        },
        {
          ...of('memory of a stream', (withStreams - withSessions) / SESSIONS, 'KiB'),
          beside: `resident memory ${mebibytes(withStreams)} with ${SESSIONS} streams, sockets included`,
        },
      ];
    } finally {
      streams.abort();
      await server.stop();
      await store.close();
    }
  },
};

function of(what: string, value: number, unit: Figure['unit'], target?: Figure['target']) {
  const known = Number.isNaN(value) ? undefined : value;
  return { goal: 'G17', what, value: known, unit, ...(target && { target }) };
}

/** Opens sessions, some at a time; their connections are closed again. */
async function attach(
  bench: Bench,
  { mcpUrl }: McpServer,
  tokens: readonly string[],
  count: number,
): Promise<McpAgent[]> {
  const agents: McpAgent[] = [];
  await eachAtOnce(Array.from({ length: count }), async (_, index) => {
    bench.signal.throwIfAborted();
    const agent = await mcpAgent(mcpUrl, tokens[index % tokens.length] ?? '');
    agent.close();
    agents.push(agent);
  });
  return agents;
}

function listen(agents: readonly McpAgent[], signal: AbortSignal): Promise<void> {
  return eachAtOnce(agents, (agent) => agent.listen(() => {}, signal));
}

async function eachAtOnce<Item>(
  items: readonly Item[],
  act: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const left = items.entries();
  const work = async () => {
    for (const [index, item] of left) await act(item, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

interface Watched {
  /** Of one core. */
  readonly cpuShare: number;
  /** Transactions a second on the database, ours aside. */
  readonly transactions: number;
  readonly residentKiB: number;
}

async function watch(bench: Bench, store: StoreDatabase, { pid }: McpServer): Promise<Watched> {
  await sleep(SETTLE_MS, undefined, { signal: bench.signal });
  const nothing = { cpuMs: Number.NaN, residentKiB: Number.NaN };
  const first = { ...(readProcess(pid) ?? nothing), transactions: await transactionsOf(store), at: performance.now() };
  await sleep(WATCH_MS, undefined, { signal: bench.signal });
  const last = { ...(readProcess(pid) ?? nothing), transactions: await transactionsOf(store), at: performance.now() };
  const ms = last.at - first.at;
  return {
    cpuShare: (last.cpuMs - first.cpuMs) / ms,
    transactions: (last.transactions - first.transactions) / (ms / 1_000),
    residentKiB: last.residentKiB,
  };
}

async function transactionsOf({ admin }: StoreDatabase): Promise<number> {
  await admin`select pg_stat_clear_snapshot()`;
  const [row] = await admin<{ transactions: number }[]>`
    select (xact_commit + xact_rollback)::float8 as transactions from pg_stat_database where datname = current_database()`;
  return row?.transactions ?? Number.NaN;
}

function mebibytes(kibibytes: number): string {
  return `${Math.round(kibibytes / 1_024)} MiB`;
}
