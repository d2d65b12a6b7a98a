import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll } from 'vitest';
import { createDb, type PoolDb } from '@/lib/db/connection';
import { handleDelivery } from '@/lib/ingest/handle-delivery';
import type { TodoEvent } from '@/lib/queue/events';
import { ownerScope } from '@/lib/queue/scope';
import { vendEndpoint } from '@/lib/store/endpoints/vend-endpoint';
import { createHuman } from '@/lib/store/humans/create-human';
import { createWebhook } from '@/lib/store/webhooks/create-webhook';
import type { WebhookType } from '@/lib/store/webhooks/webhook-type';
import { testDatabase } from '../../support/database';
import { SIGNERS } from './signers';

export const SETTINGS = {
  leaseTtlSeconds: 300,
  maxAttempts: 5,
  attemptHistoryMaxPerTodo: 50,
  notifyHooksMax: 5,
  attemptSummaryFromResult: false,
  databaseDirectUrl: undefined,
};

export type Bench = Awaited<ReturnType<typeof intakeBench>>;

/** Intake on a database of the test file's own, with what it published and what it logged. */
export async function intakeBench() {
  const { url } = await testDatabase();
  const events: TodoEvent[] = [];
  const logged: string[] = [];
  const db = createDb(url, SETTINGS, (event) => events.push(event), { max: 12 });
  afterAll(() => db.sql.end({ timeout: 5 }));
  const log = pino({}, { write: (line: string) => logged.push(line) });
  const intake = { db, log, encryptionKey: randomBytes(32) };
  return { ...intake, intake, events, logged, url };
}

/** A human of their own with endpoints, one for each of the given names. */
export async function anOwner(db: PoolDb, ...names: string[]) {
  const human = await createHuman(db, { email: `${randomBytes(6).toString('hex')}@example.com` });
  const scope = ownerScope(human.id);
  const endpointIds: string[] = [];
  for (const name of names) endpointIds.push((await vendEndpoint(db, scope, { name, queues: ['ci'] })).endpointId);
  return { human, scope, endpointIds };
}

/** A webhook on an endpoint of its own, with further ones as routes. */
export async function aWebhook(bench: Bench, type: WebhookType, routes = 0) {
  const owner = await anOwner(bench.db, 'own', ...Array.from({ length: routes }, (_, index) => `route ${index + 1}`));
  const [endpointId = '', ...further] = owner.endpointIds;
  const { encryptionKey } = bench;
  const made = await createWebhook(bench.db, owner.scope, {
    endpointId,
    queue: 'ci',
    type,
    routes: further,
    encryptionKey,
  });
  return { ...owner, ...made, endpointId, routeIds: further, secret: made.secret ?? '' };
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit;
}

/** Sends a delivery as HTTP would, without a content length. */
export async function send(bench: Bench, token: string, { method = 'POST', headers = {}, body }: Sent) {
  const stream = body === undefined ? null : new Response(body).body;
  const all = new Headers({ 'content-type': 'application/json', ...headers });
  const answer = await handleDelivery(bench.intake, { token, method, headers: all, body: stream });
  return {
    ...answer,
    body: answer.body as { todos: Receipt[]; created: number; error: { code: string; message: string } },
  };
}

interface Receipt {
  id: string;
  endpoint_id: string;
  queue: string;
  created: boolean;
}

/** The headers GitHub sends. */
export function githubHeaders(secret: string, body: string, event?: string, delivery?: string) {
  return SIGNERS.github({ secret, body, ...(event && { event }), ...(delivery && { delivery }) });
}

export async function todosOf(bench: Bench, endpointId: string) {
  return bench.db.sql<
    {
      id: string;
      title: string;
      kind: string | null;
      source: string;
      payload: unknown;
      text: string;
      type: string | null;
      routing: Record<string, unknown>;
      key: string | null;
      size: number;
    }[]
  >`
    select id, title, kind, source, payload, payload::text as text, jsonb_typeof(payload) as type, routing, idempotency_key as key, payload_size as size
    from todos where endpoint_id = ${endpointId} order by id`;
}

/** Everything that is stored, as text, to search for secrets. */
export async function wholeDatabase(bench: Bench): Promise<string> {
  const tables = await bench.db.sql<
    { name: string }[]
  >`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await bench.db.sql<{ row: string }[]>`select t::text as row from ${bench.db.sql(name)} t`;
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}
