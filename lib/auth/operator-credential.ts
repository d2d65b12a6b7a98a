import type { Db } from '../db/connection';
import { type AuthenticatedOperator, findOperatorByToken } from '../store/operator-tokens/find-operator-by-token';
import { touchOperatorToken } from '../store/operator-tokens/touch-operator-token';
import { bearerToken } from './endpoint-credential';
import { withinDeadline } from './within-deadline';

const OPERATOR_TOKEN = /^sbo_[A-Za-z0-9_-]{43}$/;
const TOUCH_EVERY_MS = 5_000;
const TOUCHED_MAX = 10_000;

/** Checks operator bearers. Each check asks the database, so that a revocation ends a token at once on every instance. */
export class OperatorCredentials {
  readonly #touchedAt = new Map<string, number>();

  /** @param onTouchFailed told when a use could not be noted; the call itself goes on */
  constructor(
    private readonly db: Db,
    private readonly onTouchFailed: (error: unknown) => void,
  ) {}

  /**
   * @returns undefined when the token is missing, malformed, unknown or revoked, or its human disabled: callers answer all alike
   * @throws QueueError `unavailable` when the database does not say within two seconds
   */
  async check(authorization: string | undefined): Promise<AuthenticatedOperator | undefined> {
    const token = bearerToken(authorization);
    if (token === undefined || !OPERATOR_TOKEN.test(token)) return undefined;
    const operator = await withinDeadline(this.db, findOperatorByToken(this.db, token));
    if (operator) this.#touch(operator.tokenId);
    return operator;
  }

  /** Notes the use, at most every few seconds, without the call waiting for it. */
  #touch(tokenId: string): void {
    const now = performance.now();
    const last = this.#touchedAt.get(tokenId);
    if (last !== undefined && now - last < TOUCH_EVERY_MS) return;
    if (this.#touchedAt.size >= TOUCHED_MAX) this.#touchedAt.clear();
    this.#touchedAt.set(tokenId, now);
    touchOperatorToken(this.db, tokenId).catch(this.onTouchFailed);
  }
}
