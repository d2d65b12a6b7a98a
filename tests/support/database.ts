import { afterAll } from 'vitest';
import { type ClonedDatabase, cloneDatabase } from './cluster';

const opened: ClonedDatabase[] = [];
let shared: Promise<ClonedDatabase> | undefined;

// Import this from the top of a test file: the hook belongs to the file that is being collected.
afterAll(async () => {
  for (const database of opened.splice(0)) await database.drop();
});

/** The test file's own database: migrated, empty at first, dropped after the file. The same one at every call. */
export function testDatabase(): Promise<{ url: string }> {
  shared ??= freshDatabase();
  return shared;
}

/** Another database at every call, dropped after the file. */
export async function freshDatabase(): Promise<ClonedDatabase> {
  const database = await cloneDatabase();
  opened.push(database);
  return database;
}
