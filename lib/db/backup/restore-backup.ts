import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { connect, type Sql } from '../connection';
import { appliedMigrations, knownMigrations, migrate } from '../migrate';
import { migrateTo } from '../migrate-to';
import { BackupReader } from './backup-reader';
import { type BackupHeader, BackupRefusal, type BackupSummary, headerShape, keyCheckOf, trailerShape } from './format';
import { backupTables } from './tables';
import type { BackupOptions } from './write-backup';

export interface RestoreOptions extends BackupOptions {
  /** Whether what the database holds may be deleted. */
  readonly replace: boolean;
}

/** What was brought back, and whether the signing secrets in it can be opened with the key that is set. */
export interface Restored extends BackupSummary {
  readonly secretsOpen: boolean;
}

/**
 * Brings a backup into a database: an empty one gets the backup's own schema first and this version's afterwards, so that every
 * migration in between sees the data. All rows come in one transaction, or none.
 * @param url a direct connection
 * @throws BackupRefusal when the file is no whole backup, is of a newer version, or the database is in use or of another schema
 */
export async function restoreBackup(url: string, file: string, options: RestoreOptions): Promise<Restored> {
  const { folder, replace } = options;
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.on('error', (error) => text.destroy(error));
  const sql = connect(url, { max: 1, statementTimeoutMs: 0 });
  try {
    const reader = new BackupReader(text);
    const header = await readHeader(reader, file, folder);
    await bringSchema(sql, url, header, options);
    const rows = await sql.begin(async (tx) => {
      await emptyTables(tx, folder, replace);
      return await fillTables(tx, header, reader);
    });
    await migrate(url, folder);
    await sql`analyze`;
    const secretsOpen = header.key_check === null || header.key_check === keyCheckOf(options.encryptionKey);
    return { takenAt: header.taken_at, rows, secretsOpen };
  } finally {
    source.destroy();
    text.destroy();
    await sql.end({ timeout: 5 });
  }
}

async function readHeader(reader: BackupReader, file: string, folder: string): Promise<BackupHeader> {
  const parsed = headerShape.safeParse(await reader.line().then(parseJson, notABackup(file)));
  if (!parsed.success) return notABackup(file)(undefined);
  const known = new Set(knownMigrations(folder));
  if (!parsed.data.migrations.every((at) => known.has(at)))
    throw new BackupRefusal(`${file} was made by a newer Switchboard; restore it with that version`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notABackup(file: string): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^E[A-Z]+$/.test(code)) throw new BackupRefusal(`${file} cannot be read (${code})`);
    throw new BackupRefusal(`${file} is not a backup of Switchboard`);
  };
}

async function bringSchema(sql: Sql, url: string, header: BackupHeader, options: RestoreOptions): Promise<void> {
  const { folder, replace } = options;
  const applied = await appliedMigrations(sql);
  if (applied.length === 0) return migrateTo(url, folder, header.migrations);
  if (!replace) await assertUnused(sql, folder);
  if (applied.join() !== header.migrations.join())
    throw new BackupRefusal(
      "the database's schema is not the backup's; restore into an empty database, where the migrations can run on the data",
    );
}

/** What a start leaves in a database that nobody has used yet. */
const MADE_BY_A_START = ['humans', 'sign_in_links'];
const FIRST_HUMAN = 'owner@localhost';

async function assertUnused(sql: Sql, folder: string): Promise<void> {
  const used: string[] = [];
  for (const { name } of await backupTables(sql, folder)) {
    const rows =
      name === 'humans'
        ? await sql`select 1 from humans where email <> ${FIRST_HUMAN} limit 1`
        : await sql`select 1 from public.${sql(name)} limit 1`;
    if (rows.length > 0 && (name === 'humans' || !MADE_BY_A_START.includes(name))) used.push(name);
  }
  if (used.length > 0)
    throw new BackupRefusal(
      `the database holds data already (${used.join(', ')}); restore into an empty one, or give --replace to delete what is there`,
    );
}

/** The locks keep a running server out until the end; a database that has come into use in the meantime is left alone. */
async function emptyTables(tx: Sql, folder: string, replace: boolean): Promise<void> {
  const names = (await backupTables(tx, folder)).map((table) => table.name);
  await tx`set local lock_timeout = '30s'`;
  await tx`lock table ${tx(names)} in access exclusive mode`;
  if (!replace) await assertUnused(tx, folder);
  await tx`truncate table ${tx(names)}`;
}

async function fillTables(tx: Sql, header: BackupHeader, reader: BackupReader): Promise<Record<string, number>> {
  for (const { name, columns } of header.tables) {
    const rows = await tx`copy public.${tx(name)} (${tx(columns)}) from stdin`.writable();
    await pipeline(Readable.from(reader.table()), rows);
  }
  const { rows } = trailerShape.parse(JSON.parse(await reader.line()));
  await reader.end();
  for (const { name, columns } of header.tables) {
    const [counted] = await tx<{ rows: number }[]>`select count(*)::float8 as rows from public.${tx(name)}`;
    if (counted?.rows !== rows[name])
      throw new BackupRefusal(`the backup is damaged: ${name} has other rows than it says; nothing was restored`);
    await continueSequences(tx, name, columns);
  }
  return rows;
}

async function continueSequences(tx: Sql, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) {
    const [{ sequence } = { sequence: null }] = await tx<{ sequence: string | null }[]>`
      select pg_get_serial_sequence(${`public.${table}`}, ${column}) as sequence`;
    if (sequence !== null)
      await tx`select setval(${sequence}::regclass, coalesce((select max(${tx(column)}) from public.${tx(table)}), 0) + 1, false)`;
  }
}
