import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Sql } from '../connection';

const journalShape = z.object({ entries: z.array(z.object({ idx: z.number() })) });
const snapshotShape = z.object({ tables: z.record(z.string(), z.object({ name: z.string() })) });

/** One table as a backup holds it. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * The tables of Switchboard that a database has, each after those it refers to. Which ones are Switchboard's is what drizzle's newest
 * snapshot says, so that other tables in the same database are left alone.
 */
export async function backupTables(sql: Sql, folder: string): Promise<BackupTable[]> {
  const rows = await sql<{ name: string; columns: string[]; refers_to: string[] }[]>`
    select c.relname::text as name,
      (
        select array_agg(a.attname::text order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      array(
        select k.confrelid::regclass::text
        from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
      ) as refers_to
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'
      and c.relname = any(${schemaTables(folder)}::text[])
    order by c.relname`;
  const ordered: BackupTable[] = [];
  const waiting = [...rows];
  while (waiting.length > 0) {
    const placed = new Set(ordered.map((table) => table.name));
    const next = waiting.findIndex((row) => row.refers_to.every((name) => placed.has(name)));
    const [row] = waiting.splice(Math.max(next, 0), 1);
    if (row) ordered.push({ name: row.name, columns: row.columns });
  }
  return ordered;
}

function schemaTables(folder: string): string[] {
  const meta = (file: string): unknown => JSON.parse(readFileSync(join(folder, 'meta', file), 'utf8'));
  const newest = journalShape.parse(meta('_journal.json')).entries.at(-1)?.idx ?? 0;
  const { tables } = snapshotShape.parse(meta(`${String(newest).padStart(4, '0')}_snapshot.json`));
  return Object.values(tables).map((table) => table.name);
}
