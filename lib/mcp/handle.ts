import { isJsonContentType } from '@modelcontextprotocol/sdk/shared/mediaType.js';
import { EndpointCredentials } from '../auth/endpoint-credential';
import { RateLimit, refusedCallsLimit } from '../auth/rate-limit';
import type { Config } from '../config';
import { discardUnread } from '../http/discard-rest';
import { errorFields } from '../log';
import { QueueError, unavailable } from '../queue/errors';
import { endpointScope } from '../queue/scope';
import { answerBatch, BATCH_REVISION } from './batch';
import { type Caller, ToolCalls, type ToolDeps } from './call-tool';
import { Connections, type Held } from './connections';
import type { ToolCall } from './define-tool';
import { EventStreams } from './doorbell/event-streams';
import { Ringer, type RingerDeps } from './doorbell/ringer';
import { sessionListener } from './doorbell/session-listener';
import { toToolFailure } from './errors';
import { type Admitted, Gate } from './gate';
import { acceptedForms, type Forms, type McpAnswer, type McpRequest, messageAnswer, streamAnswer } from './http';
import { PROTOCOL_VERSIONS, readIntroduction } from './initialize';
import { failure, isRequestId, RPC, type RpcMessage, type RpcRequest, success } from './json-rpc';
import { isBatch, parseBody } from './parse-message';
import {
  badRequest,
  batchNotTaken,
  internalError,
  notAcceptable,
  Refusal,
  serviceUnavailable,
  unsupportedMediaType,
} from './refusal';
import { ProtocolServer } from './server';
import { SessionTelegraph } from './session-news';
import { Sessions } from './sessions';
import { SseStream } from './sse-stream';
import { findTool } from './toolbox';

/** What the MCP surface stands on; one per process. */
export interface McpDeps extends Pick<ToolCall, 'db' | 'bell' | 'log'> {
  readonly config: Pick<Config, 'baseUrl' | 'allowedOrigins' | 'mcpRatePerSecond' | 'mcpRateBurst' | 'doorbellGateMs'>;
  readonly onCall: ToolDeps['onCall'];
  readonly onRing: RingerDeps['onRing'];
  /** What this process calls itself in what it tells the others. */
  readonly instance: string;
  /** The package's version, for serverInfo. */
  readonly version: string;
  /** Aborts when the process is to stop: streams end, waits answer. */
  readonly shutdown: AbortSignal;
}

/** The MCP endpoint of one process: the whole HTTP story, knowing no web framework. */
export class Mcp {
  readonly #credentials: EndpointCredentials;
  readonly #gate: Gate;
  readonly #sessions: Sessions;
  readonly #connections: Connections;
  readonly #calls: ToolCalls;
  readonly #protocol: ProtocolServer;
  readonly #ringer: Ringer;
  /** The doorbell for runners that are no MCP client. */
  readonly eventStreams: EventStreams;
  readonly #telegraph: SessionTelegraph;

  constructor(private readonly deps: McpDeps) {
    const { config, db, log, shutdown } = deps;
    this.#protocol = new ProtocolServer(deps.version, db);
    const warn = (event: string) => (error: unknown) => log.warn({ event, ...errorFields(error) });
    const calls = new RateLimit({ burst: config.mcpRateBurst, perSecond: config.mcpRatePerSecond });
    this.#credentials = new EndpointCredentials(db, warn('endpoint_touch_failed'));
    this.#gate = new Gate(config.baseUrl, config.allowedOrigins, this.#credentials, refusedCallsLimit(), calls);
    this.#telegraph = new SessionTelegraph(db, deps.instance, warn('session_news_untold'));
    this.#sessions = new Sessions(db, this.#telegraph);
    this.#connections = new Connections(db, shutdown, warn('mcp_connections_unchecked'));
    const onRefused: ToolDeps['onRefused'] = (...call) => this.#credentials.noteRefusal(...call);
    this.#calls = new ToolCalls({ ...deps, onRefused }, this.#connections);
    this.#ringer = new Ringer({ ...deps, gateMs: config.doorbellGateMs, onError: warn('doorbell_failed') });
    this.eventStreams = new EventStreams({
      gate: this.#gate,
      connections: this.#connections,
      ringer: this.#ringer,
      refuse: (error) => this.#refuse(error),
    });
  }

  /** Open streams of this process. */
  get openStreams(): number {
    return this.#connections.streams;
  }

  /** Whether this process has a stream of this endpoint open. */
  holdsStreamOf(endpointId: string): boolean {
    return this.#ringer.hears(endpointId);
  }

  /** Takes what another instance told of a session. */
  hear(text: string): void {
    const news = this.#telegraph.read(text);
    if (news?.kind === 'streaming') this.#connections.supersedeStream(news.sessionId, news.at);
    if (news?.kind === 'canceled') this.#connections.cancel(news.sessionId, news.requestId);
    if (news?.kind !== 'ended') return;
    this.#sessions.forget(news.sessionId);
    this.#connections.endSession(news.sessionId);
  }

  /** What was told meanwhile was missed: the rows are asked again. */
  resumeHearing(): void {
    this.#sessions.forgetAll();
  }

  /** Serves one HTTP call. Never throws: every failure is an answer. */
  async handle(request: McpRequest): Promise<McpAnswer> {
    try {
      const admitted = await this.#gate.admit(request);
      if (request.method === 'POST') return await this.#post(request, admitted);
      if (request.method === 'GET') return await this.#openStream(request, admitted);
      return await this.#endSession(request, admitted);
    } catch (error) {
      void discardUnread(request.body);
      return this.#refuse(error);
    }
  }

  async #post(request: McpRequest, admitted: Admitted): Promise<McpAnswer> {
    const forms = acceptedForms(request.header('accept'));
    if (!forms.json && !forms.events) throw notAcceptable('application/json or text/event-stream');
    if (!isPlainJson(request)) throw unsupportedMediaType();
    const posted = parseBody(admitted.body);
    if (isBatch(posted)) return this.#batch(request, admitted, forms, posted);
    return this.#serve(request, admitted, forms, posted);
  }

  async #serve(request: McpRequest, admitted: Admitted, forms: Forms, message: RpcMessage): Promise<McpAnswer> {
    if (message.kind !== 'request') return this.#note(request, admitted, message);
    if (message.method === 'initialize') return this.#initialize(admitted, forms, message);
    if (message.method === 'tools/call') return this.#callTool(request, admitted, forms, message);
    const sessionId = await this.#session(request, admitted);
    return messageAnswer(forms, await this.#protocol.exchange(message, { ...admitted, sessionId }));
  }

  async #batch(
    request: McpRequest,
    admitted: Admitted,
    forms: Forms,
    messages: readonly RpcMessage[],
  ): Promise<McpAnswer> {
    const sessionId = await this.#session(request, admitted);
    const { endpointId } = admitted.endpoint;
    const revision = request.header('mcp-protocol-version') ?? (await this.#sessions.revision(endpointId, sessionId));
    if (revision !== BATCH_REVISION) throw batchNotTaken(BATCH_REVISION);
    await this.#gate.admitFurther(admitted, messages.length - 1);
    const serve = (message: RpcMessage, plain: Forms) =>
      this.#serve(request, admitted, plain, message).catch((error: unknown) => this.#refuse(error));
    return answerBatch(forms, messages, serve, request.signal);
  }

  async #initialize({ endpoint }: Admitted, forms: Forms, request: RpcRequest): Promise<McpAnswer> {
    const introduction = readIntroduction(request);
    if (introduction === undefined) {
      const remedy = 'initialize needs protocolVersion, capabilities and clientInfo with name and version';
      return messageAnswer(forms, failure(request.id, RPC.invalidParams, remedy));
    }
    const { protocolVersion, clientName, clientVersion } = introduction;
    const answer = await this.#protocol.exchange(
      { ...request, params: { ...request.params, protocolVersion } },
      { endpoint },
    );
    const sessionId = await this.#sessions.open(endpoint.endpointId, introduction);
    this.#credentials.touch(endpoint.endpointId, `${clientName} ${clientVersion}`.trim());
    return messageAnswer(forms, answer, { 'mcp-session-id': sessionId });
  }

  /** Once the bearer is known to be good, a database that goes away is the verb's own failure. */
  async #callTool(request: McpRequest, admitted: Admitted, forms: Forms, message: RpcRequest): Promise<McpAnswer> {
    let sessionId: string;
    try {
      sessionId = await this.#session(request, admitted);
    } catch (error) {
      const tool = findTool(String(message.params.name));
      if (!(error instanceof QueueError) || tool === undefined) throw error;
      return messageAnswer(forms, success(message.id, toToolFailure(tool.verb, unavailable(tool.verb, error))));
    }
    const caller: Caller = { ...admitted, sessionId, forms, signal: request.signal };
    return this.#calls.answer(caller, message);
  }

  /** Notifications and answers are taken; of all of them only a cancellation has an effect. */
  async #note(request: McpRequest, admitted: Admitted, message: RpcMessage): Promise<McpAnswer> {
    const sessionId = await this.#session(request, admitted);
    if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
      const { requestId } = message.params;
      const isElsewhere = isRequestId(requestId) && !this.#connections.cancel(sessionId, requestId);
      if (isElsewhere) await this.#telegraph.canceled(sessionId, requestId);
    }
    return { status: 202, headers: {}, body: null };
  }

  async #openStream(request: McpRequest, admitted: Admitted): Promise<McpAnswer> {
    if (!acceptedForms(request.header('accept')).events) throw notAcceptable('text/event-stream');
    const sessionId = await this.#session(request, admitted);
    this.#connections.endStream(sessionId);
    let release = () => {};
    let leave = () => {};
    const stream = new SseStream(() => {
      release();
      leave();
    });
    const entry = this.#ringer.enter(sessionListener(endpointScope(admitted.endpoint), sessionId, stream));
    leave = entry.leave;
    const opening = { at: Number.POSITIVE_INFINITY, newest: Number.NEGATIVE_INFINITY };
    const held: Held = { sessionId, tokenHash: admitted.tokenHash, opening, close: () => stream.close() };
    release = this.#connections.hold(held, request.signal);
    void this.#telegraph.streaming(sessionId).then((at) => at && this.#connections.placeStream(held, at));
    await entry.greeted;
    return streamAnswer(stream);
  }

  async #endSession(request: McpRequest, admitted: Admitted): Promise<McpAnswer> {
    const sessionId = await this.#session(request, admitted);
    await this.#sessions.end(admitted.endpoint.endpointId, sessionId);
    this.#connections.endSession(sessionId);
    return { status: 204, headers: {}, body: null };
  }

  async #session(request: McpRequest, { endpoint }: Admitted): Promise<string> {
    const version = request.header('mcp-protocol-version');
    if (version !== undefined && !PROTOCOL_VERSIONS.includes(version)) {
      throw badRequest(`Bad request: MCP-Protocol-Version must be one of ${PROTOCOL_VERSIONS.join(', ')}`, RPC.server);
    }
    return this.#sessions.require(endpoint.endpointId, request.header('mcp-session-id'));
  }

  #refuse(error: unknown): McpAnswer {
    if (error instanceof Refusal) return error.answer;
    const away = error instanceof QueueError && error.code === 'unavailable';
    this.deps.log[away ? 'warn' : 'error']({ event: 'mcp_refused', ...errorFields(error) });
    return (away ? serviceUnavailable() : internalError()).answer;
  }
}

function isPlainJson(request: McpRequest): boolean {
  const encoding = request.header('content-encoding');
  return (
    isJsonContentType(request.header('content-type') ?? null) && (encoding === undefined || encoding === 'identity')
  );
}
