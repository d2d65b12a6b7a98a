import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { claimNextTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { runCommand } from '../../../scripts/setup/command.mjs';
import type { Bench } from '../bench';
import type { Contender } from '../measure/compare';
import { inText, type Statement, statementsOf } from '../measure/statement';
import { QUEUE } from './rows';
import { topUp } from './store';
import { openStore, type StoreDatabase } from './store-database';

/** Transactions a client, so that the first ones, which are planned anew, do not weigh. */
const TRANSACTIONS_MIN = 60;
const DEADLINE_MS = 60_000;

/**
 * pgbench running the statements that the store itself sends for a claim and a complete, prepared: as fast as this SQL goes
 * without a line of ours around it.
 * @returns undefined where there is no pgbench
 */
export async function pgbenchContender(bench: Bench, workers: number): Promise<Contender | undefined> {
  const binary = findPgbench();
  if (binary === undefined) return undefined;
  const store = await openStore(bench, 1);
  await topUp(store, 2);
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-pgbench-'));
  const script = join(folder, 'cycle.sql');
  const { text, variables } = await cycleScript(store);
  writeFileSync(script, text);
  return {
    name: 'pgbench',
    prepare: ({ backlog, jobs }) => topUp(store, backlog + workers * transactions(jobs, workers)),
    async run(jobs) {
      const count = transactions(jobs, workers);
      const size = ['-c', String(workers), '-j', String(Math.min(workers, 2)), '-t', String(count)];
      const args = ['-n', '-M', 'prepared', ...size, '-f', script, ...variables.map((variable) => `-D${variable}`)];
      return {
        done: count * workers,
        seconds: (count * workers) / (await ratePerSecond(bench, binary, args, store.url)),
      };
    },
    async close() {
      rmSync(folder, { recursive: true, force: true });
      await store.close();
    },
  };
}

function transactions(jobs: number, workers: number): number {
  return Math.max(TRANSACTIONS_MIN, Math.ceil(jobs / workers));
}

/** The newest pgbench on PATH or in Debian's versioned folders. */
function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find(existsSync);
}

/** A script for pgbench and the variables that it takes from the command line. */
interface Script {
  readonly text: string;
  readonly variables: readonly string[];
}

/** The store's statements with pgbench's variables for their values; the claim hands its todo's id to the complete. */
async function cycleScript(store: StoreDatabase): Promise<Script> {
  const { scope } = store;
  let id = '';
  const sent = await statementsOf(store, async (on) => {
    await claimNextTodo(on, scope, { queue: QUEUE });
    const { todo } = await claimNextTodo(on, scope, { queue: QUEUE });
    id = todo.id;
    await completeTodo(on, scope, { id });
  });
  const variables: string[] = [];
  const [claim, complete] = sent.slice(-2).map((statement) => withVariables(statement, id, variables));
  return { text: `${claim}\n\\gset\n${complete};\n`, variables };
}

function withVariables({ text, parameters }: Statement, id: string, variables: string[]): string {
  return text.replace(/\$(\d+)/g, (_, number) => {
    const value = parameters[Number(number) - 1];
    if (value === null || value === undefined) return 'null';
    if (value === id) return ':id';
    const name = `v${variables.length}`;
    variables.push(`${name}=${inText(value)}`);
    return `:${name}`;
  });
}

async function ratePerSecond(
  bench: Bench,
  binary: string,
  args: readonly string[],
  databaseUrl: string,
): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  let output = '';
  await runCommand(binary, [...args, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)], {
    env: { PATH: process.env.PATH, PGPASSWORD: decodeURIComponent(password), LC_ALL: 'C' },
    signal: bench.signal,
    timeoutMs: DEADLINE_MS,
    onOutput: (text) => {
      output += text;
    },
  });
  const rate = /tps = ([\d.]+) \(without/.exec(output)?.[1];
  if (rate === undefined) throw new Error(`pgbench: ${output.trim()}`);
  return Number(rate);
}
