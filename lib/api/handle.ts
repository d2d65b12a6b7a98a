import { OperatorCredentials } from '../auth/operator-credential';
import { type RateLimit, refusedCallsLimit } from '../auth/rate-limit';
import type { Config } from '../config';
import type { PoolDb } from '../db/connection';
import type { HookSettings } from '../hooks/register-hook';
import { discardUnread } from '../http/discard-rest';
import { BodyError, readBody } from '../http/read-body';
import { errorFields, type Log } from '../log';
import { QueueError } from '../queue/errors';
import { toJson } from '../queue/exact-json';
import { ownerScope } from '../queue/scope';
import { findOperation } from './find-operation';
import type { ApiAnswer, ApiRequest } from './http';
import { openApiDocument } from './openapi';
import type { Operation } from './operation';
import { parseCall, readJsonBody } from './parse-call';
import {
  ApiRefusal,
  bodyTimeout,
  bodyTooLarge,
  methodNotAllowed,
  tooManyRequests,
  unauthorized,
  unprocessable,
  unreadable,
} from './refusal';

/** The most that a call may send, and how long it may take to. */
const BODY_BOUNDS = { maxBytes: 64 * 1024, timeoutMs: 15_000 };

const RETRY_AFTER = { 'retry-after': '5' };
const NO_STORE = { 'cache-control': 'no-store' };

/** What the operator API stands on; one per process. */
export interface ApiDeps {
  readonly db: PoolDb;
  readonly log: Log;
  readonly config: Pick<Config, 'baseUrl'> & HookSettings;
  /** The package's version, for the description. */
  readonly version: string;
}

/** The operator API of one process: the whole HTTP story, knowing no web framework. */
export class Api {
  readonly #credentials: OperatorCredentials;
  readonly #refused: RateLimit = refusedCallsLimit();

  constructor(private readonly deps: ApiDeps) {
    const onTouchFailed = (error: unknown) => deps.log.warn({ event: 'token_touch_failed', ...errorFields(error) });
    this.#credentials = new OperatorCredentials(deps.db, onTouchFailed);
  }

  /** Serves one HTTP call. Never throws: every failure is an answer. */
  async handle(request: ApiRequest): Promise<ApiAnswer> {
    try {
      return request.path === '/openapi.json' ? this.#describe(request) : await this.#serve(request);
    } catch (error) {
      void discardUnread(request.body);
      const { answer } = error instanceof ApiRefusal ? error : this.#unforeseen(error);
      return { ...answer, headers: { ...NO_STORE, ...answer.headers } };
    }
  }

  /** Who may call is asked before what there is, so that a stranger learns nothing of the routes. */
  async #serve(request: ApiRequest): Promise<ApiAnswer> {
    const body = await receive(request);
    const scope = await this.#authenticate(request);
    const { operation, params } = findOperation(request.method, request.path);
    const given = parseCall(operation, { params, query: request.query, body: readJsonBody(body, request.header) });
    const { db, config } = this.deps;
    try {
      const served = await operation.run({ db, scope, baseUrl: config.baseUrl, hooks: config }, given);
      return { status: served.status, headers: NO_STORE, body: toJson(served.body) };
    } catch (error) {
      throw toRefusal(operation, error);
    }
  }

  async #authenticate(request: ApiRequest) {
    const operator = await this.#credentials.check(request.header('authorization'));
    if (operator) return ownerScope(operator.humanId);
    const retryAfter = await this.#refused.take(request.address);
    throw retryAfter === undefined ? unauthorized() : tooManyRequests(retryAfter);
  }

  #describe({ method }: ApiRequest): ApiAnswer {
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed('GET');
    const { config, version } = this.deps;
    return { status: 200, headers: {}, body: JSON.stringify(openApiDocument({ baseUrl: config.baseUrl, version })) };
  }

  #unforeseen(error: unknown): ApiRefusal {
    const away = error instanceof QueueError && error.code === 'unavailable';
    this.deps.log[away ? 'warn' : 'error']({ event: 'api_refused', ...errorFields(error) });
    if (away)
      return new ApiRefusal(503, 'unavailable', 'the database is not available, try again shortly', RETRY_AFTER);
    return new ApiRefusal(500, 'internal', 'something went wrong on our side; the log has the details');
  }
}

async function receive(request: ApiRequest): Promise<Buffer> {
  if (request.method !== 'POST') return Buffer.alloc(0);
  try {
    return await readBody(request.body, request.header('content-length'), BODY_BOUNDS);
  } catch (error) {
    const fault = error instanceof BodyError ? error.fault : undefined;
    if (fault === 'too_large') throw bodyTooLarge(BODY_BOUNDS.maxBytes);
    throw fault === 'timeout'
      ? bodyTimeout(BODY_BOUNDS.timeoutMs / 1_000)
      : unreadable('the body ended before it was complete');
  }
}

/** A verb's refusal in the operation's own words; what is ours to mend stays as it is. */
function toRefusal({ refusals }: Operation, error: unknown): unknown {
  if (!(error instanceof QueueError)) return error;
  switch (error.code) {
    case 'invalid':
      return unprocessable(error.message.replace(/^\w+: /, ''));
    case 'not_found':
      return new ApiRefusal(404, 'not_found', refusals.not_found ?? 'it is not there');
    case 'conflict':
      return new ApiRefusal(409, 'conflict', refusals.conflict ?? 'it is not in a state that allows this');
    case 'forbidden':
      return new ApiRefusal(403, 'forbidden', error.message.replace(/^\w+: /, ''));
    case 'unavailable':
    case 'internal':
      return error;
  }
}
