import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type { Sql } from './connection';

/** The migrations a database lacks, and whether it was made by a newer Switchboard than this one. */
export interface MigrationState {
  readonly applied: number;
  readonly pending: number;
  readonly newer: boolean;
}

const MIGRATION_LOCK = 7_246_001;

/**
 * Brings a database to this version's schema. Processes that start together wait for each other on an advisory lock and
 * then find nothing to do; all pending migrations are one transaction.
 * @param databaseUrl a direct connection, not a transaction pooler
 * @throws Error when the database was migrated by a newer version
 */
export async function migrate(databaseUrl: string, folder = migrationsFolder()): Promise<MigrationState> {
  const client = postgres(databaseUrl, {
    max: 1,
    onnotice: () => {},
    connect_timeout: 5,
    connection: { application_name: 'switchboard-migrate' },
  });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const before = await readMigrationState(client, folder);
    if (before.newer)
      throw new Error('the database was migrated by a newer Switchboard; start that version, or restore a backup');
    if (before.pending > 0) await applyMigrations(drizzle(client), { migrationsFolder: folder });
    return before;
  } finally {
    await client.end({ timeout: 5 });
  }
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
