import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const MIGRATIONS = resolve(import.meta.dirname, '../../drizzle');

/** How many migrations there were before attempts (SPEC-0034 REQ-17, REQ-18). */
export const BEFORE_ATTEMPTS = 1;

/**
 * The first so many migrations, in a temporary folder.
 * @returns the folder, which is the caller's to remove
 */
export function firstMigrations(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: unknown[] };
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}
