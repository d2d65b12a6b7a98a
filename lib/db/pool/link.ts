import type { Socket } from 'node:net';
import type postgres from 'postgres';
import { type Destination, dial } from './dial';
import { connectionError, isFatal, isStatement, type Statement } from './statement';

/** Makes a driver of exactly one connection, which is dialled by `socket` and tells `onclose` when it is gone. */
export type OpenDriver = (hooks: { socket: () => Promise<Socket>; onclose: () => void }) => postgres.Sql;

type Work = (sql: postgres.TransactionSql) => unknown;

/**
 * One connection, used once: when it is lost it is thrown away with the driver that held it. The driver's own reconnecting goes
 * on without pause against a server that accepts and hangs up, and keeps half-written messages of the lost connection.
 */
export class Link {
  readonly bornAt = performance.now();
  /** True once it has carried an answer. */
  proven = false;
  /** The tick of the pool's clock at which it was last given something to do. */
  busySince = 0;
  /** Why it was lost. */
  fault: unknown;
  readonly #driver: postgres.Sql;
  readonly #hand: Statement['handler'];
  #socket: Socket | undefined;
  #serving: ((error: unknown) => void) | undefined;
  #dead = false;

  constructor(
    open: OpenDriver,
    private readonly destination: Destination,
  ) {
    this.#driver = open({ socket: () => this.#dial(), onclose: () => this.#lose(undefined) });
    this.#hand = (this.#driver`` as unknown as Statement).handler;
  }

  get dead(): boolean {
    return this.#dead || this.#socket?.destroyed === true;
  }

  /** Has one statement executed. @param done called once, when the server has answered or the connection is lost */
  serve(statement: Statement, done: () => void): void {
    const { resolve, reject } = statement;
    const settle = (act: () => void) => {
      if (this.#serving !== fail) return;
      this.#serving = undefined;
      act();
      // Not before the driver has put its connection back in order.
      queueMicrotask(done);
    };
    const fail = (error: unknown) =>
      settle(() => {
        if (isFatal(error)) this.#lose(error);
        reject(error);
      });
    this.#serving = fail;
    statement.resolve = (rows) =>
      settle(() => {
        this.proven = true;
        resolve(rows);
      });
    statement.reject = fail;
    this.#hand(statement);
  }

  /**
   * Runs a transaction. Once the connection is lost the work is not heard of any more: the driver would write its rollback, or a
   * commit, to a socket that is gone, and that error belongs to nobody.
   * @param onStatement told of each statement of it
   */
  async transact(options: string, work: Work, onStatement: () => void): Promise<unknown> {
    return await this.#driver.begin(options, (sql) => {
      this.proven = true;
      return this.#whileAlive(work, sql, onStatement);
    });
  }

  /** The connection for one's own, until it is released. The driver never hands out one that has yet to be opened. */
  async reserve(): Promise<postgres.ReservedSql> {
    if (!this.proven) await this.#driver`select 1`;
    this.proven = true;
    return await this.#driver.reserve();
  }

  /** Ends it at once; what it was doing fails with this error. */
  cut(error: Error): void {
    this.#lose(error);
    this.#serving?.(error);
  }

  /** Says goodbye to the server, without waiting for one that does not answer. */
  async end(): Promise<void> {
    await this.#driver.end({ timeout: 1 });
    this.#socket?.destroy();
  }

  async #dial(): Promise<Socket> {
    if (this.#dead || this.#socket) throw this.fault ?? hungUp();
    try {
      this.#socket = await dial(this.destination);
    } catch (error) {
      this.#lose(error);
      throw error;
    }
    return this.#socket;
  }

  #lose(error: unknown): void {
    if (!this.#dead) this.fault = error ?? hungUp();
    this.#dead = true;
    this.#socket?.destroy();
  }

  #guard(sql: postgres.TransactionSql, onStatement: () => void): postgres.TransactionSql {
    const guarded = (value: unknown) => {
      if (!isStatement(value)) return value;
      const { handler } = value;
      value.handler = (statement) => {
        onStatement();
        if (this.dead) statement.reject(this.fault ?? hungUp());
        else handler(statement);
      };
      return value;
    };
    const own: Record<PropertyKey, unknown> = {
      unsafe: (...args: Parameters<typeof sql.unsafe>) => guarded(sql.unsafe(...args)),
      savepoint: async (...args: [string, Work] | [Work]) => {
        if (this.dead) throw this.fault ?? hungUp();
        const work = args.at(-1) as Work;
        const within = (inner: postgres.TransactionSql) => this.#whileAlive(work, inner, onStatement);
        return await (args.length === 1 ? sql.savepoint(within) : sql.savepoint(args[0], within));
      },
    };
    return new Proxy(sql, {
      apply: (target, self, args) => guarded(Reflect.apply(target as (...args: unknown[]) => unknown, self, args)),
      get: (target, key) => own[key] ?? Reflect.get(target, key),
    });
  }

  /** What work comes to, unless the connection is lost meanwhile: then this stays open, and the driver writes nothing more. */
  #whileAlive(work: Work, sql: postgres.TransactionSql, onStatement: () => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const begun = Promise.resolve(work(this.#guard(sql, onStatement)));
      begun.then(
        (value) => this.dead || resolve(value),
        (error) => this.dead || reject(error),
      );
    });
  }
}

function hungUp(): Error {
  return connectionError('CONNECTION_CLOSED', 'the database hung up');
}
