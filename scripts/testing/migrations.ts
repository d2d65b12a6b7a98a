import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'drizzle';

/** Every file of the migrations folder with its content. */
export type Snapshot = ReadonlyMap<string, string>;

export function readMigrations(folder = FOLDER): Snapshot {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [file, readFileSync(file, 'utf8')];
    }),
  );
}

/**
 * Undoes what a generator wrote into the migrations folder.
 * @returns the files it had added or changed: none when the migrations say all that the schema says
 */
export function restoreMigrations(before: Snapshot, folder = FOLDER): string[] {
  const touched: string[] = [];
  for (const [file, content] of readMigrations(folder)) {
    const old = before.get(file);
    if (old === content) continue;
    touched.push(file);
    if (old === undefined) rmSync(file);
    else writeFileSync(file, old);
  }
  return touched;
}
