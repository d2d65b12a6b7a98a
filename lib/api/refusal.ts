import { BEARER_CHALLENGE } from '../auth/endpoint-credential';
import type { ErrorCode } from '../queue/errors';
import type { ApiAnswer } from './http';

/** Every code that an error of the operator API may have: the core's, and what is refused before any verb runs. */
export type ApiErrorCode = ErrorCode | 'unauthorized' | 'too_many_requests';

/** A call that is not served. Messages are constant per operation and code, so foreign and never-minted ids read alike. */
export class ApiRefusal extends Error {
  readonly answer: ApiAnswer;

  constructor(status: number, code: ApiErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'ApiRefusal';
    this.answer = { status, headers, body: JSON.stringify({ error: { code, message } }) };
  }
}

const CHALLENGE = { 'www-authenticate': BEARER_CHALLENGE };

/** Missing, unknown and revoked tokens get these very bytes. */
export const unauthorized = () =>
  new ApiRefusal(401, 'unauthorized', 'send Authorization: Bearer with a live operator token (sbo_…)', CHALLENGE);

export const noSuchRoute = () =>
  new ApiRefusal(404, 'not_found', 'there is no such route; /api/v1/openapi.json lists them');

export const methodNotAllowed = (allow: string) =>
  new ApiRefusal(405, 'invalid', `the method is not one of this route, which takes ${allow}`, { allow });

export const bodyTimeout = (seconds: number) =>
  new ApiRefusal(408, 'invalid', `the body did not arrive within ${seconds} seconds`);

export const bodyTooLarge = (maxBytes: number) =>
  new ApiRefusal(413, 'invalid', `the body is larger than ${maxBytes} bytes`);

export const unsupportedMediaType = () =>
  new ApiRefusal(415, 'invalid', 'Content-Type must be application/json, not encoded');

/** The body cannot be read as JSON at all. */
export const unreadable = (message: string) => new ApiRefusal(400, 'invalid', message);

/** The body or the query can be read and asks for what cannot be. */
export const unprocessable = (message: string) => new ApiRefusal(422, 'invalid', message);

export const tooManyRequests = (retryAfterSeconds: number) =>
  new ApiRefusal(429, 'too_many_requests', 'too many refused calls from this address: slow down', {
    'retry-after': String(retryAfterSeconds),
  });
