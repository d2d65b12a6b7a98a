import { randomBytes } from 'node:crypto';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';
import type { Sql } from './connection';

/** Something that the migrations made and that a database does not have, or has otherwise. */
export interface Drift {
  /** `index todos_held`, `column todos.queue`. */
  readonly what: string;
  readonly problem: 'missing' | 'different';
  /** The statements that make it as the migrations left it. */
  readonly remedy: string;
}

interface CatalogEntry {
  readonly what: string;
  /** The statement that makes it where it is missing. */
  readonly definition: string;
  /** What brings one that is different to the definition: in place for a column, which holds data; else it is made anew. */
  readonly correction: string;
}

/**
 * Compares a database's columns, indexes and constraints with what the migrations make. They are run for that in a schema of their own,
 * inside a transaction that is rolled back, so the expectation is the migrations' and not a list beside them.
 * @param sql a pool on a direct connection whose user may create schemas
 */
export async function findDrift(sql: postgres.Sql, folder: string): Promise<Drift[]> {
  const scratch = `switchboard_doctor_${randomBytes(8).toString('hex')}`;
  let drift: Drift[] = [];
  await sql
    .begin(async (tx) => {
      await tx`create schema ${tx(scratch)}`;
      await tx`set local search_path to ${tx(scratch)}`;
      for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
        for (const statement of migration.sql) await tx.unsafe(statement.replaceAll('"public".', `"${scratch}".`));
      }
      drift = compare(await readCatalog(tx, scratch), await readCatalog(tx, 'public'));
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return drift;
}

class Undo extends Error {}

function compare(expected: readonly CatalogEntry[], actual: readonly CatalogEntry[]): Drift[] {
  const found = new Map(actual.map(({ what, definition }) => [what, definition]));
  return expected.flatMap(({ what, definition, correction }): Drift[] => {
    const is = found.get(what);
    if (is === definition) return [];
    if (is === undefined) return [{ what, problem: 'missing', remedy: `${definition};` }];
    return [{ what, problem: 'different', remedy: `${correction};` }];
  });
}

/** With the schema alone on the search path its name appears in few definitions, and is cut out of those. */
async function readCatalog(tx: Sql, schema: string): Promise<CatalogEntry[]> {
  await tx`set local search_path to ${tx(schema)}`;
  const rows = await tx<CatalogEntry[]>`
    select 'column ' || c.relname || '.' || a.attname as what,
      format('alter table %I add column %I %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''), case when a.attnotnull then ' not null' else '' end) as definition,
      format('alter table %1$I alter column %2$I drop default, alter column %2$I type %3$s using %2$I::%3$s%4$s, alter column %2$I %5$s not null',
        c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        format(', alter column %I set default ', a.attname) || pg_get_expr(d.adbin, d.adrelid),
        case when a.attnotnull then 'set' else 'drop' end) as correction
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = ${schema}::regnamespace
      and c.relkind = 'r'
    union all
    select 'index ' || c.relname,
      pg_get_indexdef(i.indexrelid) || case when i.indisvalid then '' else ' -- invalid' end,
      format('drop index %I; ', c.relname) || pg_get_indexdef(i.indexrelid)
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = ${schema}::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    union all
    select 'constraint ' || k.conname,
      format('alter %s add constraint %I %s', o.owner, k.conname, pg_get_constraintdef(k.oid)),
      format('alter %1$s drop constraint %2$I; alter %1$s add constraint %2$I %3$s', o.owner, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k
    cross join lateral (
      select case when k.conrelid <> 0 then 'table ' || k.conrelid::regclass else 'domain ' || format_type(k.contypid, null) end
    ) o (owner)
    where k.connamespace = ${schema}::regnamespace
      and k.contype <> 'n'
    order by 1`;
  const bare = (statement: string) => statement.replaceAll(`${schema}.`, '');
  return rows.map(({ what, definition, correction }) => ({
    what,
    definition: bare(definition),
    correction: bare(correction),
  }));
}
