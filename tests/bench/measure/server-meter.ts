import { readdirSync } from 'node:fs';
import { connect, type Sql } from '@/lib/db/connection';
import { statOf } from './process-meter';

/** What the server has used up so far; `cpuMs` is undefined where there is no /proc. */
export interface Reading {
  readonly cpuMs: number | undefined;
  readonly walBytes: number;
}

export interface ServerMeter {
  read(): Promise<Reading>;
  close(): Promise<void>;
}

const MS_PER_TICK = 10;
const PPID = 1;
const UTIME = 11;
const CUTIME = 13;

/** Reads the server's CPU time, with all its children dead or alive, and its write-ahead log's position. */
export async function serverMeter(clusterUrl: string): Promise<ServerMeter> {
  const sql = connect(clusterUrl, { max: 1 });
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const postmaster = Number(statOf(row?.pid ?? 0)?.[PPID]);
  return {
    read: async () => ({ walBytes: await walPosition(sql), cpuMs: cpuOf(postmaster) }),
    close: () => sql.end({ timeout: 5 }),
  };
}

async function walPosition(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`;
  return row?.bytes ?? 0;
}

function cpuOf(postmaster: number): number | undefined {
  const own = statOf(postmaster);
  if (own === undefined) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => Number(stat?.[PPID]) === postmaster);
  const ticks = children.map((stat) => sum(stat?.slice(UTIME, UTIME + 2)));
  return MS_PER_TICK * (sum(own.slice(UTIME, CUTIME + 2)) + sum(ticks));
}

function sum(values: readonly (string | number)[] = []): number {
  return values.reduce<number>((total, value) => total + Number(value), 0);
}
