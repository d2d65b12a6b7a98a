import type { Db } from '../db/connection';
import { hashCredential } from '../store/credential';
import { type AuthenticatedEndpoint, findEndpointByToken } from '../store/endpoints/find-endpoint-by-token';
import { noteRefusedCall } from '../store/endpoints/note-refused-call';
import { touchEndpoint } from '../store/endpoints/touch-endpoint';
import { withinDeadline } from './within-deadline';

/** What every 401 carries in `WWW-Authenticate`. */
export const BEARER_CHALLENGE = 'Bearer realm="switchboard"';

const ENDPOINT_TOKEN = /^sbk_[A-Za-z0-9_-]{43}$/;
const TOUCH_EVERY_MS = 5_000;
const REFUSED_EVERY_MS = 1_000;
const TOUCHED_MAX = 10_000;

/** A bearer that was good when the call came in; the hash tells later whether it still is. */
export interface EndpointCredential {
  readonly endpoint: AuthenticatedEndpoint;
  readonly tokenHash: Buffer;
}

/** The token of an `Authorization: Bearer …` header; undefined for any other scheme or shape. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [, token] = /^bearer +([^\s,]+) *$/i.exec(authorization ?? '') ?? [];
  return token;
}

/**
 * Checks endpoint bearers. Each check asks the database, so that a revocation or a rotation ends the old token at once on
 * every instance.
 */
export class EndpointCredentials {
  readonly #touchedAt = new Map<string, number>();
  readonly #refusedAt = new Map<string, number>();

  /** @param onTouchFailed told when a use or a refusal could not be noted; the call itself goes on */
  constructor(
    private readonly db: Db,
    private readonly onTouchFailed: (error: unknown) => void,
  ) {}

  /**
   * @returns undefined when the token is missing, malformed, unknown, revoked or expired: callers answer all alike
   * @throws QueueError `unavailable` when the database does not say within two seconds
   */
  async check(authorization: string | undefined): Promise<EndpointCredential | undefined> {
    const token = bearerToken(authorization);
    if (token === undefined || !ENDPOINT_TOKEN.test(token)) return undefined;
    const endpoint = await withinDeadline(this.db, findEndpointByToken(this.db, token));
    return endpoint && { endpoint, tokenHash: hashCredential(token) };
  }

  /** Notes the use of an endpoint, at most every few seconds, without the call waiting for it. A named client is always noted. */
  touch(endpointId: string, client?: string): void {
    if (!isDue(this.#touchedAt, endpointId, TOUCH_EVERY_MS) && client === undefined) return;
    touchEndpoint(this.db, endpointId, client).catch(this.onTouchFailed);
  }

  /** Notes that a verb refused a call of an endpoint, at most once a second, for whoever looks why its agent gets nowhere. */
  noteRefusal(endpointId: string, verb: string, code: string): void {
    if (!isDue(this.#refusedAt, endpointId, REFUSED_EVERY_MS)) return;
    noteRefusedCall(this.db, endpointId, verb, code).catch(this.onTouchFailed);
  }
}

/** Whether something was last done for an endpoint so long ago that it may be done again; if so, it counts as done now. */
function isDue(doneAt: Map<string, number>, endpointId: string, everyMs: number): boolean {
  const now = performance.now();
  const last = doneAt.get(endpointId);
  if (last !== undefined && now - last < everyMs) return false;
  if (doneAt.size >= TOUCHED_MAX) doneAt.clear();
  doneAt.set(endpointId, now);
  return true;
}
