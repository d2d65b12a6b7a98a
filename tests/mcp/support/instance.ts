import { randomUUID } from 'node:crypto';
import { connect, createDb, type PoolDb } from '@/lib/db/connection';
import { Ringer, type RingResult } from '@/lib/mcp/doorbell/ringer';
import type { Listener as Attached } from '@/lib/mcp/doorbell/room';
import type { Ring } from '@/lib/queue/ring';
import type { EndpointScope } from '@/lib/queue/scope';
import { Bus } from '@/lib/signals/bus';
import { Doorbell, ringLocally } from '@/lib/signals/doorbell';
import { listenForReady } from '@/lib/signals/listen';
import { ReadyNotifier } from '@/lib/signals/ready-notifier';
import { SETTINGS } from '@/tests/support/queue';

/** The doorbell of one process: bus, notifier, listener and ringer on connections of their own. */
export interface Instance {
  readonly db: PoolDb;
  readonly doorbell: Doorbell;
  /** How often each result was counted. */
  readonly results: Readonly<Record<RingResult, number>>;
  readonly errors: readonly unknown[];
  /** Settles when the listener has been greeted. */
  attach(scope: EndpointScope, options?: Pick<Attached, 'sessionId' | 'since'>): Promise<Ear>;
  end(): Promise<void>;
}

/** An attached listener, as a test reads it. */
export interface Ear {
  readonly rings: readonly Ring[];
  readonly updates: readonly string[];
  /** Waits until it was rung so often. @returns the todos of all rings so far */
  rung(times: number): Promise<string[]>;
  leave(): void;
}

/** @param listenUrl where the listener connects, when that is not the database itself */
export async function anInstance(
  databaseUrl: string,
  { gateMs = 60_000, listenUrl = databaseUrl } = {},
): Promise<Instance> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const bus = new Bus(onError);
  const db = createDb(databaseUrl, SETTINGS, (event) => bus.publish(event), { statementTimeoutMs: 20_000 });
  const [instance, doorbell] = [randomUUID(), new Doorbell()];
  const notifier = new ReadyNotifier(db.sql, instance, onError);
  const results = { rung: 0, gated: 0, gone: 0, no_stream: 0, failed: 0 };
  const onRing = (result: RingResult, count: number) => {
    results[result] += count;
  };
  const ringer = new Ringer({ db, bell: doorbell, gateMs, onRing, onError });
  bus.subscribe(ringLocally(doorbell));
  bus.subscribe(notifier.subscriber);
  const open = () => connect(listenUrl, { max: 1 });
  const listener = await listenForReady({ connect: open, sql: db.sql, doorbell, instance, onError });
  const end = async () => {
    await notifier.flush();
    await listener.end();
    await db.sql.end({ timeout: 5 });
  };
  return { db, doorbell, results, errors, attach: (scope, options) => attach(ringer, scope, options), end };
}

async function attach(
  ringer: Ringer,
  scope: EndpointScope,
  options: Pick<Attached, 'sessionId' | 'since'> = {},
): Promise<Ear> {
  const rings: Ring[] = [];
  const updates: string[] = [];
  const watchers = new Set<() => void>();
  const { leave, greeted } = ringer.enter({
    scope,
    ...options,
    ring: (ring) => {
      rings.push(ring);
      for (const watcher of watchers) watcher();
    },
    updated: (queue) => updates.push(queue),
  });
  await greeted;
  const rung = (times: number) =>
    new Promise<string[]>((resolve) => {
      const look = () => rings.length >= times && resolve(rings.map(({ todoId }) => todoId));
      watchers.add(look);
      look();
    });
  return { rings, updates, rung, leave };
}
