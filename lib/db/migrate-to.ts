import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from './migrate';

/**
 * Applies some of the migrations and not those after them, so that a database gets the schema of an earlier version.
 * @param url a direct connection
 * @param folder the migrations of this version
 * @param migrations those to apply, by the milliseconds that drizzle's journal knows them by
 * @throws DatabaseFailure as {@link migrate}
 */
export async function migrateTo(url: string, folder: string, migrations: readonly number[]): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'switchboard-migrations-'));
  try {
    cpSync(folder, copy, { recursive: true });
    const path = join(copy, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number }[] };
    const entries = journal.entries.filter((entry) => migrations.includes(entry.when));
    writeFileSync(path, JSON.stringify({ ...journal, entries }));
    await migrate(url, copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}
