import type { Db } from '../db/connection';
import { tellSessionNews } from '../store/mcp-sessions/tell-session-news';
import { isObject, isRequestId, type RequestId } from './json-rpc';

/** What the instances tell each other of a session, since each call of it may reach another one. */
export type SessionNews =
  | { readonly kind: 'ended'; readonly sessionId: string }
  /** Its stream was opened anew; `at` orders openings, whichever instance they reached. */
  | { readonly kind: 'streaming'; readonly sessionId: string; readonly at: number }
  | { readonly kind: 'canceled'; readonly sessionId: string; readonly requestId: RequestId };

/** A request id may be any text; one that NOTIFY could not carry is nobody's. */
const REQUEST_ID_MAX_CHARACTERS = 1_000;

/** The way to the other instances. News that is lost costs little: each instance asks the rows again within seconds. */
export class SessionTelegraph {
  /**
   * @param from what this instance calls itself, so that it does not take its own news for another's
   * @param onError told when something could not be told
   */
  constructor(
    private readonly db: Db,
    private readonly from: string,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Tells that sessions have ended. */
  async ended(sessionIds: readonly string[]): Promise<void> {
    for (const id of sessionIds) await this.#tell({ kind: 'ended', session_id: id });
  }

  /** @returns the opening's place among the openings of all instances; undefined when it could not be told */
  streaming(sessionId: string): Promise<number | undefined> {
    return this.#tell({ kind: 'streaming', session_id: sessionId });
  }

  async canceled(sessionId: string, requestId: RequestId): Promise<void> {
    if (String(requestId).length > REQUEST_ID_MAX_CHARACTERS) return;
    await this.#tell({ kind: 'canceled', session_id: sessionId, request_id: requestId });
  }

  /** Reads what came over the channel; undefined for one's own news and for what is not ours. */
  read(text: string): SessionNews | undefined {
    const message = parse(text);
    if (!isObject(message) || message.from === this.from || typeof message.session_id !== 'string') return undefined;
    const { kind, session_id: sessionId, at, request_id: requestId } = message;
    if (kind === 'ended') return { kind, sessionId };
    if (kind === 'streaming' && typeof at === 'number') return { kind, sessionId, at };
    if (kind === 'canceled' && isRequestId(requestId)) return { kind, sessionId, requestId };
    return undefined;
  }

  async #tell(message: object): Promise<number | undefined> {
    try {
      return await tellSessionNews(this.db, { ...message, from: this.from });
    } catch (error) {
      this.onError(error);
      return undefined;
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
