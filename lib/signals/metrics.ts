import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolFigures } from '../db/pool/pool';
import type { Subscriber } from './bus';

const QUEUES_MAX = 50;
const OTHER_QUEUE = '__other__';
const SECONDS = [0.05, 0.25, 1, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400];

/** Live figures that are read from the database when somebody scrapes. */
export interface QueueGauges {
  readonly queue: string;
  readonly pending: number;
  readonly claimed: number;
  readonly retrying: number;
  readonly dead: number;
  readonly done: number;
  readonly oldestPendingSeconds: number;
}

/**
 * The process's metric families on one registry. Counters move when told of a committed transition; queue names are bounded
 * to 50 distinct values. Labels never hold ids, claimants or titles (SPEC-0034 REQ-14).
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #queues = new Set<string>();
  readonly #created = this.#counter('switchboard_todos_created_total', 'Todos created.', ['queue', 'source']);
  readonly #deduplicated = this.#counter(
    'switchboard_todos_deduplicated_total',
    'Creates that found a live todo with their key.',
    ['queue'],
  );
  readonly #claimed = this.#counter('switchboard_todos_claimed_total', 'Committed claims.', ['queue']);
  readonly #closed = this.#counter('switchboard_todo_attempts_closed_total', 'Attempts closed.', ['queue', 'outcome']);
  readonly #expired = this.#counter('switchboard_lease_expired_total', 'Leases that lapsed with no report.', ['queue']);
  readonly #deadLetters = this.#counter('switchboard_dead_letters_total', 'Todos dead-lettered.', ['queue', 'cause']);
  readonly #sweepRows = this.#counter('switchboard_sweep_rows_total', 'Rows moved by sweeps.', ['sweep']);
  readonly #wait = this.#histogram('switchboard_todo_wait_seconds', 'From becoming claimable to the claim.', ['queue']);
  readonly #attempts = this.#histogram(
    'switchboard_attempt_duration_seconds',
    'From claim to the end of the attempt.',
    ['queue', 'outcome'],
  );
  readonly #sweeps = this.#histogram('switchboard_sweep_duration_seconds', 'Duration of sweeps.', ['sweep']);
  readonly #sweepSuccess = this.#gauge(
    'switchboard_sweep_last_success_timestamp_seconds',
    'When a sweep last ended well.',
    ['sweep'],
  );
  readonly #todos = this.#gauge('switchboard_queue_todos', 'Todos by state.', ['queue', 'state']);
  readonly #oldest = this.#gauge('switchboard_queue_oldest_pending_seconds', 'Age of the oldest pending todo.', [
    'queue',
  ]);
  readonly #mcpSessions = this.#gauge('switchboard_mcp_sessions', 'MCP sessions that have not ended.', []);
  readonly #claims = this.#histogram(
    'switchboard_claim_duration_seconds',
    'Duration of claim calls.',
    [],
    [0.001, 0.005, 0.02, 0.1, 0.5, 2, 5],
  );
  readonly #doorbells = this.#counter('switchboard_doorbells_total', 'What became of wake-ups in this process.', [
    'result',
  ]);
  readonly sseClients = this.#gauge('switchboard_sse_clients', 'Open event streams of this process.', []);
  readonly #pool = this.#gauge('switchboard_db_pool_connections', 'Connections of the pool to the database.', [
    'state',
  ]);
  readonly #poolMax = this.#gauge('switchboard_db_pool_connections_max', 'How many the pool may hold.', []);
  readonly #poolWaiting = this.#gauge('switchboard_db_pool_waiting', 'Statements that wait for a connection.', []);
  readonly #http = this.#counter('switchboard_http_requests_total', 'HTTP answers by route family and status.', [
    'route',
    'status',
  ]);

  readonly #hookCalls = this.#counter(
    'switchboard_notify_hook_calls_total',
    'Calls of notify hooks by what became of them.',
    ['event', 'result'],
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Counts committed transitions. */
  readonly subscriber: Subscriber = (event) => {
    const queue = this.#queueLabel(event.queue);
    if (event.transition === 'create') this.#created.inc({ queue, source: event.source ?? 'unknown' });
    if (event.transition === 'deduplicate') this.#deduplicated.inc({ queue });
    if (event.waitSeconds !== undefined) {
      this.#claimed.inc({ queue });
      this.#wait.observe({ queue }, event.waitSeconds);
    }
    if (event.closed) {
      const { outcome, died, durationSeconds } = event.closed;
      this.#closed.inc({ queue, outcome });
      this.#attempts.observe({ queue, outcome }, durationSeconds);
      if (died) this.#expired.inc({ queue });
    }
    if (event.deadLetter) this.#deadLetters.inc({ queue, cause: event.deadLetter.cause });
  };

  /** Notes how long an agent's call took; claims have a family of their own. */
  readonly agentCalled = (verb: string, seconds: number): void => {
    if (verb === 'claim' || verb === 'claim_next') this.#claims.observe(seconds);
  };

  /** Counts what became of wake-ups. */
  readonly doorbellRung = (result: string, count: number): void => {
    this.#doorbells.inc({ result }, count);
  };

  /** Counts one HTTP answer. */
  httpAnswered(route: string, status: number): void {
    this.#http.inc({ route, status: String(status) });
  }

  /** Counts one try of one call of a notify hook. */
  readonly hookCalled = (event: string, result: string): void => {
    this.#hookCalls.inc({ event, result });
  };

  /** Notes one finished sweep. */
  sweepDone(sweep: string, rows: number, seconds: number): void {
    this.#sweepRows.inc({ sweep }, rows);
    this.#sweeps.observe({ sweep }, seconds);
    this.#sweepSuccess.set({ sweep }, Date.now() / 1000);
  }

  /** Notes what the pool is doing. */
  setPool(pool: PoolFigures): void {
    this.#pool.set({ state: 'in_use' }, pool.inUse);
    this.#pool.set({ state: 'idle' }, pool.open - pool.inUse);
    this.#poolMax.set(pool.max);
    this.#poolWaiting.set(pool.waiting);
  }

  /** Replaces the live gauges; undefined leaves them out, since an unread gauge is not zero. */
  setGauges(queues: readonly QueueGauges[] | undefined, mcpSessions: number | undefined): void {
    this.#todos.reset();
    this.#oldest.reset();
    for (const row of queues ?? []) {
      const queue = this.#queueLabel(row.queue);
      for (const state of ['pending', 'claimed', 'retrying', 'dead', 'done'] as const)
        this.#todos.inc({ queue, state }, row[state]);
      if (queue !== OTHER_QUEUE) this.#oldest.set({ queue }, row.oldestPendingSeconds);
    }
    this.#mcpSessions.reset();
    if (mcpSessions !== undefined) this.#mcpSessions.set(mcpSessions);
    else this.#mcpSessions.remove();
  }

  #queueLabel(queue: string): string {
    if (this.#queues.has(queue)) return queue;
    if (this.#queues.size >= QUEUES_MAX) return OTHER_QUEUE;
    this.#queues.add(queue);
    return queue;
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  #histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets = SECONDS,
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }
}
