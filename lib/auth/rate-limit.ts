import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** A bucket that a key empties: so many at once, and so many a second in the long run. */
export class RateLimit {
  readonly #limiter: RateLimiterMemory | undefined;

  /**
   * @param burst tokens of a full bucket
   * @param perSecond tokens that come back each second; 0 switches the limit off
   */
  constructor(options: { readonly burst: number; readonly perSecond: number }) {
    const { burst, perSecond } = options;
    if (perSecond > 0) this.#limiter = new RateLimiterMemory({ points: burst, duration: burst / perSecond });
  }

  /**
   * Takes tokens, one unless told otherwise.
   * @returns undefined when there were that many, else the whole seconds after which to try again
   */
  async take(key: string, tokens = 1): Promise<number | undefined> {
    if (this.#limiter === undefined) return undefined;
    try {
      await this.#limiter.consume(key, tokens);
      return undefined;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    }
  }
}

const REFUSALS_AT_ONCE = 60;
const REFUSALS_PER_SECOND = 6;

/** What one address may guess at credentials. Only refused calls take from it, so a right token is never held up by it. */
export function refusedCallsLimit(): RateLimit {
  return new RateLimit({ burst: REFUSALS_AT_ONCE, perSecond: REFUSALS_PER_SECOND });
}
