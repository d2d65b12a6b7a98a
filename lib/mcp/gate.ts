import type { EndpointCredential, EndpointCredentials } from '../auth/endpoint-credential';
import type { RateLimit } from '../auth/rate-limit';
import { isLoopback } from '../http/listening';
import { BodyError, readBody } from '../http/read-body';
import type { McpRequest } from './http';
import {
  bodyBrokenOff,
  bodyTimeout,
  bodyTooLarge,
  hostForbidden,
  methodNotAllowed,
  originForbidden,
  tooManyRequests,
  unauthorized,
} from './refusal';

/** The most that a call may send, and how long it may take to. */
const BODY_BOUNDS = { maxBytes: 1024 * 1024, timeoutMs: 15_000 };

const METHODS = ['GET', 'POST', 'DELETE'];

/** A call that may be served: who makes it, and what it sent. */
export interface Admitted extends EndpointCredential {
  readonly body: Uint8Array;
}

/**
 * Decides who gets in, in the contract's order: Origin, body cap, bearer, the endpoint's bucket. A missing Origin is fine,
 * for only browsers send one; an unknown one is a web page that drives a local server (DNS rebinding). Whoever reaches a server that
 * is local by its public origin under another name is one as well; proxies in front of a public one may rewrite the name.
 */
export class Gate {
  readonly #origins: ReadonlySet<string>;
  /** The names under which a local server may be called; undefined when it is not local. */
  readonly #localNames: ReadonlySet<string> | undefined;

  /**
   * @param publicOrigin where the server is reached
   * @param furtherOrigins those that the operator allows besides
   * @param refused what one address may guess
   * @param calls what one endpoint may call
   */
  constructor(
    publicOrigin: string,
    furtherOrigins: readonly string[],
    private readonly credentials: EndpointCredentials,
    private readonly refused: RateLimit,
    private readonly calls: RateLimit,
  ) {
    this.#origins = new Set([publicOrigin, ...furtherOrigins]);
    const names = [...this.#origins].map((origin) => new URL(origin).hostname);
    this.#localNames = isLoopback(new URL(publicOrigin).hostname) ? new Set(names) : undefined;
  }

  /**
   * @param methods those that are served where the call arrived
   * @throws Refusal 403, 405, 408, 413, 401 or 429; a strange Host is told to good bearers only
   * @throws QueueError `unavailable` when the bearer cannot be checked
   */
  async admit(request: McpRequest, methods: readonly string[] = METHODS): Promise<Admitted> {
    const origin = request.header('origin');
    if (origin !== undefined && !this.#origins.has(origin)) throw originForbidden();
    if (!methods.includes(request.method)) throw methodNotAllowed(methods);
    const body = request.method === 'POST' ? await receive(request) : new Uint8Array();
    const credential = await this.credentials.check(request.header('authorization'));
    if (credential === undefined) throw await this.#refuse(request.address);
    if (!this.#isOwnName(request.header('host'))) throw hostForbidden();
    const retryAfter = await this.calls.take(credential.endpoint.endpointId);
    if (retryAfter !== undefined) throw tooManyRequests(retryAfter);
    this.credentials.touch(credential.endpoint.endpointId);
    return { ...credential, body };
  }

  /**
   * Takes from the endpoint's bucket for the further messages of a batch.
   * @throws Refusal 429
   */
  async admitFurther({ endpoint }: Admitted, messages: number): Promise<void> {
    const retryAfter = messages === 0 ? undefined : await this.calls.take(endpoint.endpointId, messages);
    if (retryAfter !== undefined) throw tooManyRequests(retryAfter);
  }

  #isOwnName(host: string | undefined): boolean {
    if (this.#localNames === undefined || host === undefined) return true;
    const name = host.toLowerCase().replace(/:\d*$/, '');
    return isLoopback(name) || this.#localNames.has(name);
  }

  async #refuse(address: string): Promise<Error> {
    const retryAfter = await this.refused.take(address);
    return retryAfter === undefined ? unauthorized() : tooManyRequests(retryAfter);
  }
}

async function receive(request: McpRequest): Promise<Uint8Array> {
  try {
    return await readBody(request.body, request.header('content-length'), BODY_BOUNDS);
  } catch (error) {
    const fault = error instanceof BodyError ? error.fault : undefined;
    if (fault === 'too_large') throw bodyTooLarge(BODY_BOUNDS.maxBytes);
    throw fault === 'timeout' ? bodyTimeout() : bodyBrokenOff();
  }
}
