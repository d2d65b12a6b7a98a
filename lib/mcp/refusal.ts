import { BEARER_CHALLENGE } from '../auth/endpoint-credential';
import type { McpAnswer } from './http';
import { failure, RPC } from './json-rpc';

/** A call that is refused by an HTTP status before any verb runs. Bodies are constant, so equal refusals are equal bytes. */
export class Refusal extends Error {
  readonly answer: McpAnswer;

  constructor(status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.answer = {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(failure(null, code, message)),
    };
  }
}

export const badRequest = (message: string, code: number = RPC.invalidRequest) => new Refusal(400, code, message);

/** Missing, unknown, revoked and expired bearers get these very bytes. */
export const unauthorized = () =>
  new Refusal(401, RPC.server, 'Unauthorized: send Authorization: Bearer with the token of a live endpoint', {
    'www-authenticate': BEARER_CHALLENGE,
  });

export const originForbidden = () =>
  new Refusal(403, RPC.server, 'Forbidden: this Origin is not allowed; SWITCHBOARD_ALLOWED_ORIGINS names further ones');

export const hostForbidden = () =>
  new Refusal(
    403,
    RPC.server,
    'Forbidden: this Host is not ours; SWITCHBOARD_BASE_URL says where the server is reached',
  );

/** An unknown session and another endpoint's get these very bytes. */
export const sessionNotFound = () => new Refusal(404, RPC.sessionNotFound, 'Session not found: initialize a new one');

export const methodNotAllowed = (methods: readonly string[]) =>
  new Refusal(405, RPC.server, 'Method not allowed', { allow: methods.join(', ') });

export const notAcceptable = (types: string) =>
  new Refusal(406, RPC.server, `Not acceptable: Accept must admit ${types}`);

export const bodyTimeout = () => new Refusal(408, RPC.server, 'The request body did not arrive in time');

export const bodyBrokenOff = () => badRequest('The request body ended before it was complete');

export const bodyTooLarge = (maxBytes: number) =>
  new Refusal(413, RPC.server, `The request body is larger than ${maxBytes} bytes`);

export const batchTooLarge = (maxMessages: number) =>
  new Refusal(413, RPC.server, `The batch has more than ${maxMessages} messages`);

export const batchNotTaken = (revision: string) =>
  badRequest(`Invalid request: only revision ${revision} of MCP has batches, send one message per POST`);

export const unsupportedMediaType = () =>
  new Refusal(415, RPC.server, 'Unsupported media type: Content-Type must be application/json, not encoded');

export const tooManyRequests = (retryAfterSeconds: number) =>
  new Refusal(429, RPC.server, 'Too many requests: slow down', { 'retry-after': String(retryAfterSeconds) });

export const internalError = () =>
  new Refusal(500, RPC.internal, 'Something went wrong on our side; the log has the details');

export const serviceUnavailable = () =>
  new Refusal(503, RPC.server, 'The database is not available, try again shortly', { 'retry-after': '2' });
