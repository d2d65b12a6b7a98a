import { resolve } from 'node:path';
import { knownMigrations } from '@/lib/db/migrate';
import { migrateTo } from '@/lib/db/migrate-to';

export const MIGRATIONS = resolve(import.meta.dirname, '../../drizzle');

/** How many migrations there were before attempts (SPEC-0034 REQ-17, REQ-18). */
export const BEFORE_ATTEMPTS = 1;

/** Applies the first so many migrations to a database, and none of the others. */
export function migrateToFirst(url: string, count: number): Promise<void> {
  return migrateTo(url, MIGRATIONS, knownMigrations(MIGRATIONS).slice(0, count));
}
