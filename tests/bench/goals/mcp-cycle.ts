import type { Bench, Figure, Goal } from '../bench';
import { type Contender, compare } from '../measure/compare';
import { drive } from '../measure/drive';
import { readProcess } from '../measure/process-meter';
import { besides } from '../report';
import { mcpAgent } from '../subjects/mcp-agent';
import { startMcpServer } from '../subjects/mcp-server';
import { QUEUE } from '../subjects/rows';
import { storeContender, topUp } from '../subjects/store';
import { openStore } from '../subjects/store-database';

const WORKERS = 16;
const BACKLOG = 1_000;
/** Enough that the server's code is compiled as well as its statements planned. */
const WARM_UP_CYCLES = 40;

/** G15: what a cycle costs over MCP, beside the same through the store in this process. */
export const mcpCycle: Goal = {
  ids: ['G15'],
  title: 'claim and complete over MCP against the store',
  needsBuild: true,
  async run(bench: Bench): Promise<Figure[]> {
    const mcp = await mcpContender(bench, WORKERS);
    const store = await storeContender(bench, WORKERS);
    const result = await compare(bench, mcp, store, { backlog: BACKLOG, jobs: bench.options.jobs });
    return [
      {
        goal: 'G15',
        what: `MCP / store, W = ${WORKERS}, one process`,
        value: result.ratio,
        unit: '×',
        target: { atLeast: 0.5 },
        waitsFor: 'a host of its own',
        beside: `${besides(result)}; the server process ${mcp.processMs().toFixed(2)} ms of CPU a cycle`,
        data: result,
      },
    ];
  },
};

/** The production server, driven by one client a worker. */
async function mcpContender(bench: Bench, workers: number): Promise<Contender & { processMs: () => number }> {
  const store = await openStore(bench, 1);
  const server = await startMcpServer(store);
  const agents = await Promise.all(Array.from({ length: workers }, () => mcpAgent(server.mcpUrl, store.token)));
  const idle = [...agents];
  let spentMs = 0;
  let cycles = 0;
  const cycle = async () => {
    const agent = idle.pop();
    if (agent === undefined) throw new Error('more cycles at once than clients');
    const { todo } = await agent.call<{ todo: { id: string } }>('claim_next', { queue: QUEUE });
    await agent.call('complete', { id: todo.id });
    idle.push(agent);
  };
  const run = (jobs: number) => drive(cycle, { workers, jobs, signal: bench.signal });
  return {
    name: 'MCP',
    async prepare({ backlog, jobs }) {
      const warmUp = workers * WARM_UP_CYCLES;
      await topUp(store, Math.max(backlog, jobs) + warmUp);
      await run(warmUp);
    },
    async run(jobs) {
      const before = readProcess(server.pid)?.cpuMs ?? Number.NaN;
      const done = await run(jobs);
      spentMs += (readProcess(server.pid)?.cpuMs ?? Number.NaN) - before;
      cycles += done.done;
      return done;
    },
    async close() {
      for (const agent of agents) agent.close();
      await server.stop();
      await store.close();
    },
    processMs: () => spentMs / cycles,
  };
}
