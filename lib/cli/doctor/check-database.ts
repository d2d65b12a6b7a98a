import type postgres from 'postgres';
import { connect } from '../../db/connection';
import { findDrift } from '../../db/drift';
import { readMigrationState, whyNotMigratable } from '../../db/migrate';
import { MIGRATIONS_FOLDER } from '../operator';
import { type Finding, note, ok, skipped, wrong } from './check';

const ANSWER_WITHIN_MS = 8_000;
const SKEW_MS_MAX = 5_000;

/**
 * Looks at the database itself: whether it answers, its migrations, what has been changed by hand, and its clock.
 * @param url a direct connection
 * @returns the findings, and whether its tables can be read
 */
export async function checkDatabase(url: string): Promise<{ findings: Finding[]; readable: boolean }> {
  const sql = connect(url, { max: 1, statementTimeoutMs: 60_000 });
  try {
    const reached = await reach(sql, url);
    if (reached.status === 'wrong') return { findings: [reached, ...unreached()], readable: false };
    const migrations = await checkMigrations(sql);
    const schema = migrations.status === 'ok' ? await checkSchema(sql) : skipped('schema', 'needs current migrations');
    return { findings: [reached, migrations, schema, await checkClock(sql)], readable: migrations.status === 'ok' };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export function unreached(): Finding[] {
  return ['migrations', 'schema', 'clock'].map((check) => skipped(check, 'needs the database'));
}

async function reach(sql: postgres.Sql, url: string): Promise<Finding> {
  const { host, pathname } = new URL(url);
  const place = `${host}${pathname}`;
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer in time')), ANSWER_WITHIN_MS).unref();
  });
  try {
    const [row] = await Promise.race([
      sql<{ version: string }[]>`select current_setting('server_version') as version`,
      late,
    ]);
    return ok('database', `PostgreSQL ${row?.version ?? ''} answers at ${place}`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const words = error instanceof Error && /^([0-9A-Z]{5}|)$/.test(code) ? error.message : code;
    return wrong(
      'database',
      `no database answers at ${place} (${words})`,
      'start PostgreSQL there, or correct DATABASE_URL; leases and todos are kept meanwhile',
    );
  }
}

async function checkMigrations(sql: postgres.Sql): Promise<Finding> {
  const state = await readMigrationState(sql, MIGRATIONS_FOLDER);
  const { applied, pending } = state;
  const [found, remedy] = whyNotMigratable(state)?.split('; ') ?? [];
  if (found !== undefined) return wrong('migrations', found, remedy ?? '');
  if (pending > 0)
    return wrong(
      'migrations',
      `the database lacks ${pending} of ${applied + pending} migrations`,
      'run: npm run switchboard -- migrate (or restart a server, which migrates at its start)',
    );
  return ok('migrations', `all ${applied} are applied`);
}

async function checkSchema(sql: postgres.Sql): Promise<Finding> {
  try {
    const drift = await findDrift(sql, MIGRATIONS_FOLDER);
    if (drift.length === 0) return ok('schema', 'columns, indexes and constraints are as the migrations made them');
    return wrong(
      'schema',
      drift.map(({ what, problem }) => `${what} is ${problem}`).join('; '),
      `bring it back as it was: ${drift.map(({ remedy }) => remedy).join(' ')}`,
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code !== '42501' && code !== '25006') throw error;
    return note(
      'schema',
      'cannot be compared: this user may not create a schema',
      'run doctor as the owner of the database',
    );
  }
}

async function checkClock(sql: postgres.Sql): Promise<Finding> {
  const before = Date.now();
  const [row] = await sql<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const skewMs = (row?.ms ?? 0) - (before + Date.now()) / 2;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= SKEW_MS_MAX) return ok('clock', 'this machine and the database agree');
  return wrong(
    'clock',
    `the database's clock is ${seconds} seconds ${skewMs > 0 ? 'ahead of' : 'behind'} this machine's`,
    'let NTP set both clocks: leases go by the database, signatures and sessions by the application',
  );
}
