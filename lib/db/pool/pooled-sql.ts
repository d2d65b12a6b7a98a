import type postgres from 'postgres';
import type { Pool, PoolFigures } from './pool';
import { isStatement } from './statement';

/** The driver's interface on a pool of ours. */
export interface PooledSql extends postgres.Sql {
  readonly figures: PoolFigures;
}

type Begin = (sql: postgres.TransactionSql) => unknown;

/**
 * Puts a pool behind the driver's tag: what is awaited is executed there, a transaction has a connection of its own.
 * @param driver makes the statements and, on a connection of its own, listens
 * @param over aborted at the end
 */
export function pooledSql(driver: postgres.Sql, pool: Pool, over: AbortController): PooledSql {
  const pooled = (value: unknown) => {
    if (isStatement(value)) value.handler = (statement) => pool.execute(statement);
    return value;
  };
  const own: Record<PropertyKey, unknown> = {
    unsafe: (...args: Parameters<typeof driver.unsafe>) => pooled(driver.unsafe(...args)),
    begin: (...args: [string, Begin] | [Begin]) =>
      args.length === 1 ? transact(pool, '', args[0]) : transact(pool, args[0], args[1]),
    reserve: () => reserve(pool),
    end: async (options: { timeout?: number } = {}) => {
      over.abort();
      await Promise.all([
        pool.end(options.timeout === undefined ? undefined : options.timeout * 1_000),
        driver.end({ timeout: options.timeout ?? 1 }),
      ]);
    },
  };
  return new Proxy(driver, {
    apply: (target, self, args) => pooled(Reflect.apply(target as (...args: unknown[]) => unknown, self, args)),
    get: (target, key) => (key === 'figures' ? pool.figures : (own[key] ?? Reflect.get(target, key))),
    has: (target, key) => key in own || key in target,
  }) as PooledSql;
}

async function transact(pool: Pool, options: string, work: Begin): Promise<unknown> {
  const link = await pool.take();
  try {
    return await link.transact(options, work, () => pool.touch(link));
  } finally {
    pool.give(link);
  }
}

async function reserve(pool: Pool): Promise<postgres.ReservedSql> {
  const link = await pool.take();
  try {
    const sql = await link.reserve();
    pool.keep(link);
    const release = sql.release;
    sql.release = () => {
      release();
      pool.give(link);
    };
    return sql;
  } catch (error) {
    pool.give(link);
    throw error;
  }
}
