import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, expect } from 'vitest';
import { Api } from '@/lib/api/handle';
import { OPERATIONS } from '@/lib/api/operations/all';
import { error } from '@/lib/api/shapes/error';
import { createDb, type PoolDb } from '@/lib/db/connection';
import { mintOperatorToken } from '@/lib/store/operator-tokens/mint-operator-token';
import { testDatabase } from '../../support/database';
import { aHuman, anEndpoint, SETTINGS } from '../../support/queue';

export type ApiBench = Awaited<ReturnType<typeof apiBench>>;

/** The operator API on a database of the test file's own, with what it logged. */
export async function apiBench() {
  const { url } = await testDatabase();
  const db = createDb(url, SETTINGS);
  afterAll(() => db.sql.end({ timeout: 5 }));
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(line) });
  const hooks = { encryptionKey: randomBytes(32), notifyHooksMax: 5, notifyHookAllowCidrs: ['127.0.0.0/8'] };
  const deps = { db, log, config: { baseUrl: 'https://board.example', ...hooks }, version: '1' };
  return { db, api: new Api(deps), deps, logged };
}

/** A human of their own with an operator token and an endpoint that is granted the queue `ci`. */
export async function anOperator(db: PoolDb) {
  const human = await aHuman(db);
  const { token, tokenId } = await mintOperatorToken(db, human);
  const endpoint = await anEndpoint(db, { human });
  return { human, token, tokenId, endpoint, endpointId: endpoint.scope.endpointId };
}

export interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly address?: string;
}

/** One call as HTTP would bring it. Every answer is checked against what the description says of it. */
export async function call(bench: Pick<ApiBench, 'api'>, method: string, target: string, sent: Sent = {}) {
  const { pathname, searchParams } = new URL(target, 'https://board.example');
  const { token, body } = sent;
  const headers = new Headers({ 'content-type': 'application/json', ...sent.headers });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const bytes = body === undefined ? undefined : new Response(raw ? (body as string) : JSON.stringify(body)).body;
  const answer = await bench.api.handle({
    method,
    path: pathname,
    query: searchParams,
    header: (name) => headers.get(name) ?? undefined,
    body: bytes ?? undefined,
    address: sent.address ?? '192.0.2.1',
  });
  const parsed: Record<string, unknown> = JSON.parse(answer.body);
  assertDescribed(method, pathname, { status: answer.status, body: parsed });
  return { ...answer, text: answer.body, body: parsed };
}

/** The code and the message of a refusal. */
export function refusalOf(answer: { readonly body: Record<string, unknown> }): { code: string; message: string } {
  return error.parse(answer.body).error;
}

function assertDescribed(method: string, path: string, answer: { status: number; body: unknown }): void {
  if (answer.status >= 400) return void error.parse(answer.body);
  if (path === '/openapi.json') return;
  const operation = OPERATIONS.find((one) => {
    const pattern = one.path.replace(/\{\w+\}/g, '[^/]+');
    return one.method === method.toLowerCase() && new RegExp(`^${pattern}$`).test(path);
  });
  const { schema } = operation?.answers[answer.status] ?? {};
  expect(schema, `${method} ${path} says nothing of ${answer.status}`).toBeDefined();
  schema?.parse(answer.body);
}
