import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'drizzle';

/** Every file of the migrations folder with its content. */
export type Snapshot = ReadonlyMap<string, string>;

export function readMigrations(folder = FOLDER): Snapshot {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return new Map(files.filter((file) => statSync(file).isFile()).map((file) => [file, readFileSync(file, 'utf8')]));
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
