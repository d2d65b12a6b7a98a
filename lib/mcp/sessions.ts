import { randomBytes } from 'node:crypto';
import type { Db } from '../db/connection';
import { createSession } from '../store/mcp-sessions/create-session';
import { endSession } from '../store/mcp-sessions/end-session';
import { resumeSession } from '../store/mcp-sessions/resume-session';
import { sessionRevision } from '../store/mcp-sessions/session-revision';
import { badRequest, sessionNotFound } from './refusal';
import type { SessionTelegraph } from './session-news';

const KNOWN_FOR_MS = 10_000;
const KNOWN_MAX = 10_000;

/**
 * MCP sessions. They are rows, so that any instance can serve any call of one; each process remembers for a few seconds which
 * ones it found. A session is its endpoint's alone, and no lease hangs on it.
 */
export class Sessions {
  readonly #known = new Map<string, { readonly endpointId: string; readonly until: number }>();

  constructor(
    private readonly db: Db,
    private readonly telegraph: Pick<SessionTelegraph, 'ended'>,
  ) {}

  /**
   * @returns the new session's id: 256 random bits in visible ASCII
   * @throws QueueError `unavailable`
   */
  async open(
    endpointId: string,
    client: { readonly protocolVersion: string; readonly clientName: string; readonly clientVersion: string },
  ): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    const evicted = await createSession(this.db, { id, endpointId, ...client });
    for (const gone of evicted) this.forget(gone);
    void this.telegraph.ended(evicted);
    this.#remember(id, endpointId);
    return id;
  }

  /**
   * The session that a call names, if it is the caller's and still open.
   * @throws Refusal 400 without a session id, 404 for one that is unknown, ended or another endpoint's
   * @throws QueueError `unavailable`
   */
  async require(endpointId: string, sessionId: string | undefined): Promise<string> {
    if (sessionId === undefined)
      throw badRequest('Bad request: the Mcp-Session-Id header is missing; initialize first');
    const known = this.#known.get(sessionId);
    if (known?.endpointId === endpointId && known.until > performance.now()) return sessionId;
    if (!(await resumeSession(this.db, endpointId, sessionId))) throw sessionNotFound();
    this.#remember(sessionId, endpointId);
    return sessionId;
  }

  /**
   * The revision of MCP that a session agreed on.
   * @throws Refusal 404 when it has ended meanwhile
   * @throws QueueError `unavailable`
   */
  async revision(endpointId: string, sessionId: string): Promise<string> {
    const revision = await sessionRevision(this.db, endpointId, sessionId);
    if (revision === undefined) throw sessionNotFound();
    return revision;
  }

  /** @throws QueueError `unavailable` */
  async end(endpointId: string, sessionId: string): Promise<void> {
    this.#known.delete(sessionId);
    await endSession(this.db, endpointId, sessionId);
    await this.telegraph.ended([sessionId]);
  }

  /** Asks the rows again at its next call, because it ended. */
  forget(sessionId: string): void {
    this.#known.delete(sessionId);
  }

  /** The same for all, because news may have been missed. */
  forgetAll(): void {
    this.#known.clear();
  }

  #remember(sessionId: string, endpointId: string): void {
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(sessionId, { endpointId, until: performance.now() + KNOWN_FOR_MS });
  }
}
