import postgres from 'postgres';
import type { Config } from '../config';
import type { TodoEvent } from '../queue/events';
import { AgedScans } from './aged-scans';
import { LongLedgers } from './long-ledgers';
import { addArrayTypes, type Codecs } from './pool/array-types';
import { persistentDial } from './pool/dial';
import type { OpenDriver } from './pool/link';
import { Pool, type PoolBounds } from './pool/pool';
import { type PooledSql, pooledSql } from './pool/pooled-sql';

/** What the store's verbs need to know of the configuration. */
export interface QueueSettings {
  readonly leaseTtlSeconds: number;
  readonly maxAttempts: number;
  readonly attemptHistoryMaxPerTodo: number;
  readonly attemptSummaryFromResult: boolean;
  /** Hooks that an endpoint may have; 0 switches outbound hooks off. */
  readonly notifyHooksMax: number;
}

export type Sql = postgres.ISql<Record<never, never>>;

/**
 * What every store verb takes first. `emit` publishes a committed transition; inside a transaction it holds events back
 * until the commit (see transaction.ts).
 */
export interface Db {
  readonly sql: Sql;
  readonly settings: QueueSettings;
  readonly emit: (event: TodoEvent) => void;
  readonly agedScans: AgedScans;
  readonly longLedgers: LongLedgers;
  /** How often the database has answered so far: while this grows, it is there. */
  readonly answered: () => number;
}

/** A Db that stands on a pool and can therefore begin a transaction. */
export interface PoolDb extends Db {
  readonly sql: PooledSql;
}

/**
 * The store's handle on a database. Nothing connects before the first statement.
 * @param url a postgres:// URL
 * @param settings what the verbs need of the configuration
 * @param emit takes every committed transition; it must not throw
 */
export function createDb(
  url: string,
  settings: QueueSettings & Pick<Config, 'databaseDirectUrl'>,
  emit: (event: TodoEvent) => void = () => {},
  options: Omit<ConnectOptions, 'pooled'> = {},
): PoolDb {
  const pooled = settings.databaseDirectUrl !== undefined && settings.databaseDirectUrl !== url;
  const sql = connect(url, { ...options, pooled });
  return {
    sql,
    settings,
    emit,
    agedScans: new AgedScans(),
    longLedgers: new LongLedgers(),
    answered: () => sql.figures.freed,
  };
}

export interface ConnectOptions {
  /** Most connections held at once. */
  readonly max?: number;
  /** True behind a transaction pooler: no prepared statements, no session settings. */
  readonly pooled?: boolean;
  /** What the server lists the connections as. */
  readonly name?: string;
  /** Milliseconds a statement may take; 0 for no limit, and then none on how long to wait for it either. */
  readonly statementTimeoutMs?: number;
}

/**
 * Opens a pool; nothing connects before the first statement. Each statement is answered or fails within twice the time it may
 * take, also when the database is gone without a word. Times come back as RFC 3339 UTC text with microseconds, never as Dates.
 */
export function connect(url: string, options: ConnectOptions = {}): PooledSql {
  const { max = 20, pooled = false, statementTimeoutMs = 5_000, name = 'switchboard' } = options;
  const { host, port, path } = postgres(url, { max: 1 }).options;
  const destination = { host, port, path };
  const open: OpenDriver = (hooks) => {
    const driver = postgres(url, {
      // One host: which of several it is, dialling decides.
      host: host[0] ?? '',
      port: port[0] ?? 5432,
      max: 1,
      max_lifetime: null,
      prepare: !pooled,
      connect_timeout: 5,
      backoff: (retries) => Math.min(0.1 * 2 ** retries, 5),
      fetch_types: false,
      onnotice: () => {},
      connection: {
        application_name: name,
        // Poolers keep this one for each client; of the others they know nothing.
        TimeZone: 'UTC',
        ...(pooled ? {} : { statement_timeout: statementTimeoutMs, random_page_cost: INDEX_PAGE_COST }),
      },
      types: { date: { to: TIMESTAMPTZ, from: [1082, 1114, TIMESTAMPTZ], serialize: String, parse: toRfc3339 } },
      ...hooks,
    });
    addArrayTypes(driver.options as unknown as Codecs);
    return driver;
  };
  const pool = new Pool(open, destination, { max, patience: patienceFor(statementTimeoutMs) });
  const over = new AbortController();
  const driver = open({ socket: persistentDial(destination, over.signal), onclose: () => {} });
  return pooledSql(driver, pool, over);
}

/** A caller waits less for a connection than for an answer; the server ends a statement before the caller gives it up. */
function patienceFor(statementTimeoutMs: number): PoolBounds['patience'] {
  if (statementTimeoutMs === 0) return undefined;
  return { waitMs: statementTimeoutMs * 0.6, answerMs: statementTimeoutMs + 1_250 };
}

const TIMESTAMPTZ = 1184;

/**
 * Plans are kept, and tables grow: one made while a table is a page long must look rows up by index all the same, or it reads
 * the whole table at every call until the next analyze. At a tenth of the cost of a page in sequence it does.
 */
const INDEX_PAGE_COST = 0.1;

function toRfc3339(text: string): string {
  return text.replace(' ', 'T').replace(/\+00$/, 'Z');
}
