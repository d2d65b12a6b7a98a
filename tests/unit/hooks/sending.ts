import { randomBytes } from 'node:crypto';
import { afterAll, afterEach } from 'vitest';
import { createDb, type PoolDb } from '@/lib/db/connection';
import { type RegisteredHook, registerHook } from '@/lib/hooks/register-hook';
import { type CallResult, HookSender } from '@/lib/hooks/sender';
import { createLog } from '@/lib/log';
import type { TodoEvent } from '@/lib/queue/events';
import { testDatabase } from '../../support/database';
import { SETTINGS, type TestEndpoint } from '../../support/queue';
import type { Receiver } from './receiver';

export const encryptionKey = randomBytes(32);
export const LOOPBACK = { encryptionKey, notifyHooksMax: 5, notifyHookAllowCidrs: ['127.0.0.0/8'] };

/** A store handle whose commits wake the given senders. */
export async function hookedDatabase(): Promise<{
  db: PoolDb;
  url: string;
  subscribers: Set<(event: TodoEvent) => void>;
}> {
  const { url } = await testDatabase();
  const subscribers = new Set<(event: TodoEvent) => void>();
  const db = createDb(url, SETTINGS, (event) => {
    for (const subscriber of subscribers) subscriber(event);
  });
  forget = () => db.sql`delete from notify_hooks`;
  afterAll(() => db.sql.end({ timeout: 5 }));
  return { db, url, subscribers };
}

const running: { abort: AbortController; ended: Promise<void> }[] = [];

/** Ends every sender of this file. */
export async function stopSenders(): Promise<void> {
  for (const { abort } of running) abort.abort();
  await Promise.all(running.splice(0).map(({ ended }) => ended));
}

/** A sender calls for every hook of the database, so each test leaves none behind. */
afterEach(async () => {
  await stopSenders();
  await forget?.();
});

let forget: (() => Promise<unknown>) | undefined;

/** Starts a sender, as one instance has; it ends with the test. */
export function startSender(
  db: PoolDb,
  options: Partial<ConstructorParameters<typeof HookSender>[0]> = {},
): { sender: HookSender; results: CallResult[] } {
  const results: CallResult[] = [];
  const abort = new AbortController();
  const sender = new HookSender({
    db,
    log: createLog('silent'),
    config: LOOPBACK,
    onCall: (_event, result) => results.push(result),
    ...options,
  });
  running.push({ abort, ended: sender.run(abort.signal) });
  return { sender, results };
}

/** Registers a receiver for an endpoint and gives it the secret. */
export async function hook(
  db: PoolDb,
  endpoint: TestEndpoint,
  receiver: Receiver,
  queues?: string[],
): Promise<RegisteredHook> {
  const request = { endpointId: endpoint.scope.endpointId, url: receiver.url, queues };
  const registered = await registerHook(db, endpoint.human, request, LOOPBACK);
  receiver.secret = registered.secret;
  return registered;
}

/** Makes what is parked in the outbox due now. */
export async function makeDue(db: PoolDb): Promise<void> {
  await db.sql`update outbox set due_at = now() where sent_at is null and given_up_at is null`;
}

/** Resolves when a condition read from the database holds. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
