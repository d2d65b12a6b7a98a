import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { connect, type Sql } from './connection';
import { DatabaseFailure, noAnswer } from './database-failure';

/** The migrations a database lacks, and whether it was made by another Switchboard than this one. */
export interface MigrationState {
  readonly applied: number;
  readonly pending: number;
  /** It holds migrations of a later version. */
  readonly newer: boolean;
  /** It holds migrations that were never part of this product's history. */
  readonly foreign: boolean;
}

const MIGRATION_LOCK = 7_246_001;
const LOCK_PAUSE_MS = 200;
const ANSWER_WITHIN_MS = 8_000;

/**
 * Brings a database to this version's schema. Processes that start together wait for each other on an advisory lock and
 * then find nothing to do; all pending migrations are one transaction.
 * @param databaseUrl a direct connection, not a transaction pooler
 * @param signal gives up at once, also in the middle of a migration, of which then nothing is left
 * @throws DatabaseFailure when the database does not answer, or is not one that this version can migrate
 */
export async function migrate(
  databaseUrl: string,
  folder = migrationsFolder(),
  signal?: AbortSignal,
): Promise<MigrationState> {
  const sql = connect(databaseUrl, { max: 2, statementTimeoutMs: 0, name: 'switchboard-migrate' });
  const given = { up: () => {} };
  const aborted = new Promise<never>((_resolve, reject) => {
    given.up = () => reject(signal?.reason);
    signal?.addEventListener('abort', given.up, { once: true });
    if (signal?.aborted) given.up();
  });
  try {
    return await Promise.race([migrateAlone(sql, databaseUrl, folder, signal), aborted]);
  } finally {
    signal?.removeEventListener('abort', given.up);
    await sql.end({ timeout: 0 });
  }
}

async function migrateAlone(sql: ReturnType<typeof connect>, url: string, folder: string, signal?: AbortSignal) {
  const lock = await inTime(sql.reserve(), url);
  for (;;) {
    const [row] = await inTime(lock<{ ours: boolean }[]>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as ours`, url);
    if (row?.ours) break;
    await sleep(LOCK_PAUSE_MS, undefined, { signal });
  }
  const before = await inTime(readMigrationState(lock, folder), url);
  const reason = whyNotMigratable(before);
  if (reason !== undefined) throw new DatabaseFailure(reason);
  if (before.pending > 0) await applyMigrations(drizzle(sql), { migrationsFolder: folder }).catch(explain);
  return before;
}

/** Why this version must leave a database alone, with the remedy; undefined when it may migrate it. */
export function whyNotMigratable(state: MigrationState): string | undefined {
  if (state.newer) return 'the database was migrated by a newer Switchboard; start that version, or restore a backup';
  if (state.foreign)
    return 'the database holds migrations that this Switchboard does not know, of a development version or of another application; give it an empty database';
  return undefined;
}

/** Compares the database's record of migrations with those of this version. Reads only. */
export async function readMigrationState(sql: Sql, folder = migrationsFolder()): Promise<MigrationState> {
  const known = knownMigrations(folder);
  const applied = new Set(await appliedMigrations(sql));
  const newest = Math.max(0, ...known);
  return {
    applied: applied.size,
    pending: known.filter((at) => !applied.has(at)).length,
    newer: [...applied].some((at) => at > newest),
    foreign: [...applied].some((at) => at < newest && !known.includes(at)),
  };
}

/** The migrations of this version, oldest first, by the milliseconds that drizzle's journal knows them by. */
export function knownMigrations(folder: string): number[] {
  return readMigrationFiles({ migrationsFolder: folder }).map((migration) => migration.folderMillis);
}

/** The migrations that a database has had, oldest first; none when it is not Switchboard's yet. */
export async function appliedMigrations(sql: Sql): Promise<number[]> {
  const [record] = await sql<
    { exists: boolean }[]
  >`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!record?.exists) return [];
  const rows = await sql<{ at: number }[]>`
    select created_at::float8 as at from drizzle.__drizzle_migrations order by created_at`;
  return rows.map((row) => row.at);
}

function migrationsFolder(): string {
  return join(process.cwd(), 'drizzle');
}

/** Migrations may take long; everything before them may not. */
async function inTime<T>(answer: PromiseLike<T>, url: string): Promise<T> {
  const late = sleep(ANSWER_WITHIN_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('late')));
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    throw noAnswer('DATABASE_URL', url, error);
  }
}

const EXISTS_ALREADY = /^42(P0[67]|710)$/;
const NOT_ALLOWED = '42501';
const READ_ONLY = '25006';

/** PostgreSQL's own sentence without the statement that drizzle puts before it, and what to do. Nothing was changed. */
function explain(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof postgres.PostgresError)) {
    throw new DatabaseFailure(
      'the connection was lost in the middle of a migration, of which nothing is left; try again',
      {
        cause,
      },
    );
  }
  const remedy = remedyFor(cause.code);
  throw new DatabaseFailure(`the database could not be migrated and is as it was (${cause.message}): ${remedy}`, {
    cause,
  });
}

function remedyFor(code: string): string {
  if (EXISTS_ALREADY.test(code)) return 'it is used by something else; give Switchboard an empty database';
  if (code === NOT_ALLOWED) return 'let its user create schemas and tables';
  if (code === READ_ONLY) return 'it is read-only; name its primary';
  return 'see its log';
}
