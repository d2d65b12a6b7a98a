import { join } from 'node:path';
import { projectRoot } from '@/tests/support/project';
import type { Surface } from './surface';

const TOKEN = 'v'.repeat(32);

/** Settings of a server whose vitals are to be taken. */
export const WITH_VITALS = {
  SWITCHBOARD_METRICS_TOKEN: TOKEN,
  NODE_OPTIONS: `--require "${join(projectRoot, 'tests', 'support', 'collect-garbage.cjs')}"`,
};

/** What a server holds at a moment. */
export interface Vitals {
  readonly streams: number;
  readonly sessions: number;
  readonly sockets: number;
  /** In use after a collection. */
  readonly heapMb: number;
  /** Buffers, after a collection. */
  readonly externalMb: number;
  /** Intervals that run. */
  readonly intervals: number;
  /** Who listens for the process's end. */
  readonly listeners: number;
}

/** Takes the vitals of a server that was started with {@link WITH_VITALS}. */
export async function vitalsOf({ server }: Surface): Promise<Vitals> {
  for (let n = 0; n < 3; n += 1) {
    process.kill(server.pid, 'SIGUSR2');
    await scrape(server.url);
  }
  const text = await scrape(server.url);
  const held = JSON.parse(
    server
      .logs()
      .match(/^held .*$/gm)
      ?.at(-1)
      ?.slice('held '.length) ?? '{}',
  );
  const value = (pattern: string) => Number(new RegExp(`^${pattern} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    streams: value('switchboard_sse_clients'),
    sessions: value('switchboard_mcp_sessions'),
    sockets: value('nodejs_active_resources\\{type="TCPSocketWrap"\\}'),
    heapMb: value('nodejs_heap_size_used_bytes') / 2 ** 20,
    externalMb: value('nodejs_external_memory_bytes') / 2 ** 20,
    intervals: held.intervals,
    listeners: held.listeners,
  };
}

async function scrape(url: string): Promise<string> {
  return await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
}
