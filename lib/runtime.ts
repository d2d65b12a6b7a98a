import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import manifest from '../package.json';
import { Api } from './api/handle';
import { type Config, parseConfig } from './config';
import { createDb, type PoolDb } from './db/connection';
import { HookSender } from './hooks/sender';
import { FrontDoor } from './http/front-door';
import { createLog, errorFields, type Log } from './log';
import { Mcp } from './mcp/handle';
import { BoardFeed } from './signals/board-feed';
import { Bus } from './signals/bus';
import { ChangeNotifier } from './signals/change-notifier';
import { Doorbell, ringLocally } from './signals/doorbell';
import { Metrics } from './signals/metrics';
import { QueueMinutes } from './signals/queue-minutes';
import { ReadyNotifier } from './signals/ready-notifier';
import { transitionLog } from './signals/transition-log';
import { ownersOfEndpoints } from './store/board/owners-of-endpoints';
import type { Heartbeats } from './workers/duties';

/** Everything there is once per process. */
export interface Runtime {
  readonly config: Config;
  readonly log: Log;
  readonly db: PoolDb;
  readonly bus: Bus;
  readonly doorbell: Doorbell;
  readonly mcp: Mcp;
  readonly api: Api;
  readonly metrics: Metrics;
  readonly heartbeats: Heartbeats;
  readonly frontDoor: FrontDoor;
  /** Aborts at shutdown: loops end, and every open stream with them. */
  readonly abort: AbortController;
  readonly directUrl: string;
  /** What this process calls itself in its notifications. */
  readonly instance: string;
  readonly notifier: ReadyNotifier;
  readonly hookSender: HookSender;
  /** Who looks at the Board. */
  readonly feed: BoardFeed;
  readonly changes: ChangeNotifier;
  readonly queueMinutes: QueueMinutes;
  /** True once migrations and loops are up. */
  booted: boolean;
}

const KEY = Symbol.for('switchboard');

/**
 * The process's runtime, made at the first call. It lives on globalThis because Next gives every route handler, page and
 * instrumentation a module copy of its own.
 * @throws ConfigError when the environment is not usable
 */
export function getRuntime(): Runtime {
  const holder = globalThis as { [KEY]?: Runtime };
  holder[KEY] ??= createRuntime();
  return holder[KEY];
}

function createRuntime(): Runtime {
  const { config, warnings } = parseConfig(process.env);
  const url = config.databaseUrl;
  if (url === undefined)
    throw new Error('DATABASE_URL is not set; start with `npm start`, which brings a database of its own, or set it');
  const log = createLog(config.logLevel);
  for (const warning of warnings) log.warn({ event: 'config_warning', message: warning });
  const onError = (error: unknown) => log.error({ event: 'signal_failed', ...errorFields(error) });
  const bus = new Bus(onError);
  const db = createDb(url, config, (event) => bus.publish(event));
  const instance = randomUUID();
  const metrics = new Metrics();
  const doorbell = new Doorbell();
  const abort = new AbortController();
  // Each duty waits for it, and they are more than the ten after which Node suspects a leak.
  setMaxListeners(0, abort.signal);
  const ownersOf = (ids: readonly string[]) => ownersOfEndpoints(db, ids);
  const feed = new BoardFeed({ sql: db.sql, self: instance, ownersOf, onError });
  const { audience, deliver } = feed;
  const runtime: Runtime = {
    config,
    log,
    db,
    bus,
    doorbell,
    mcp: new Mcp({
      config,
      db,
      log,
      bell: doorbell,
      onCall: metrics.agentCalled,
      onRing: metrics.doorbellRung,
      instance,
      version: manifest.version,
      shutdown: abort.signal,
    }),
    api: new Api({ config, db, log, version: manifest.version }),
    metrics,
    heartbeats: new Map(),
    frontDoor: new FrontDoor(),
    abort,
    directUrl: config.databaseDirectUrl ?? url,
    instance,
    notifier: new ReadyNotifier(db.sql, instance, onError),
    hookSender: new HookSender({ db, log, config, onCall: metrics.hookCalled }),
    feed,
    changes: new ChangeNotifier({ sql: db.sql, from: instance, audience, deliver, onError }),
    queueMinutes: new QueueMinutes(),
    booted: false,
  };
  bus.subscribe(metrics.subscriber);
  bus.subscribe(transitionLog(log));
  bus.subscribe(ringLocally(runtime.doorbell));
  bus.subscribe(({ ready, endpointId }) => {
    if (ready && !runtime.mcp.holdsStreamOf(endpointId)) metrics.doorbellRung('no_stream', 1);
  });
  bus.subscribe(runtime.notifier.subscriber);
  bus.subscribe(runtime.hookSender.subscriber);
  bus.subscribe(runtime.changes.subscriber);
  bus.subscribe(runtime.queueMinutes.subscriber);
  return runtime;
}
