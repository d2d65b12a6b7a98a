import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { connect, type Sql } from '../connection';
import { appliedMigrations, knownMigrations } from '../migrate';
import { type BackupHeader, BackupRefusal, type BackupSummary, END_OF_TABLE, keyCheckOf } from './format';
import { backupTables } from './tables';

export interface BackupOptions {
  /** Of the migrations. */
  readonly folder: string;
  readonly encryptionKey: Buffer | undefined;
}

const NEWLINE = 0x0a;

/**
 * Saves a database while it is in use: one snapshot over all tables, so the file is what a single moment looked like. The file appears
 * under its name when it is whole; only its owner may read it, for it holds payloads and hashes of credentials.
 * @param url a direct connection
 * @throws BackupRefusal when the file exists, or the database is not this version's or an older one's
 */
export async function writeBackup(url: string, file: string, options: BackupOptions): Promise<BackupSummary> {
  const draft = `${file}.partial-${process.pid}`;
  await assertFree(file);
  const sql = connect(url, { max: 1, statementTimeoutMs: 0 });
  try {
    const summary = await sql.begin('isolation level repeatable read read only', async (tx) => {
      const header = await headerOf(tx, options);
      const rows: Record<string, number> = {};
      const out = (await create(draft, file)).createWriteStream({ flush: true });
      await pipeline(Readable.from(contents(tx, header, rows)), createGzip(), out);
      return { takenAt: header.taken_at, rows };
    });
    await rename(draft, file);
    return summary;
  } finally {
    await rm(draft, { force: true });
    await sql.end({ timeout: 5 });
  }
}

async function assertFree(file: string): Promise<void> {
  const existing = await open(file, 'r').catch(() => undefined);
  await existing?.close();
  if (existing) throw new BackupRefusal(`${file} exists; name another file, or remove it first`);
}

async function create(draft: string, file: string): Promise<FileHandle> {
  try {
    return await open(draft, 'wx', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
    throw new BackupRefusal(`${file} cannot be written (${code})`);
  }
}

async function headerOf(sql: Sql, { folder, encryptionKey }: BackupOptions): Promise<BackupHeader> {
  const migrations = await appliedMigrations(sql);
  const known = new Set(knownMigrations(folder));
  if (migrations.length === 0)
    throw new BackupRefusal('there is no Switchboard in this database; is DATABASE_URL the right one?');
  if (!migrations.every((at) => known.has(at)))
    throw new BackupRefusal('the database was migrated by a newer Switchboard; use that version to save it');
  const [now] = await sql<{ at: string }[]>`select now() as at`;
  return {
    switchboard_backup: 1,
    taken_at: now?.at ?? '',
    migrations,
    key_check: keyCheckOf(encryptionKey),
    tables: (await backupTables(sql, folder)).map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
}

/** @param rows filled with the number of rows of each table */
async function* contents(
  sql: Sql,
  header: BackupHeader,
  rows: Record<string, number>,
): AsyncGenerator<Buffer | string> {
  yield `${JSON.stringify(header)}\n`;
  for (const { name, columns } of header.tables) {
    const copied = await sql`copy public.${sql(name)} (${sql(columns)}) to stdout`.readable();
    let lines = 0;
    for await (const chunk of copied as AsyncIterable<Buffer>) {
      for (const byte of chunk) if (byte === NEWLINE) lines += 1;
      yield chunk;
    }
    // postgres.js pauses its socket for a slow reader and resumes it in _read, which nobody calls once the last row has come.
    copied._read(0);
    rows[name] = lines;
    yield END_OF_TABLE;
  }
  yield `${JSON.stringify({ rows })}\n`;
}
