import { errorFields } from '../log';
import { forbidden, type QueueError } from '../queue/errors';
import { ExactJson, toJson } from '../queue/exact-json';
import { membersOf } from '../queue/json-structure';
import { endpointScope } from '../queue/scope';
import { isGranted, type Verb } from '../queue/verbs';
import type { AuthenticatedEndpoint } from '../store/endpoints/find-endpoint-by-token';
import type { Connections, Ending } from './connections';
import type { Given, Tool, ToolCall } from './define-tool';
import { toQueueError, toToolFailure } from './errors';
import { type Forms, type McpAnswer, messageAnswer, streamAnswer } from './http';
import {
  failure,
  isObject,
  isRequestId,
  notification,
  type RequestId,
  RPC,
  type RpcRequest,
  success,
} from './json-rpc';
import { SseStream } from './sse-stream';
import { findTool } from './toolbox';

/** Who calls, and what the answer may look like. */
export interface Caller {
  readonly endpoint: AuthenticatedEndpoint;
  readonly tokenHash: Buffer;
  readonly sessionId: string;
  readonly forms: Forms;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}

const SHOWN_MAX_CHARACTERS = 64;

type Progress = ToolCall['progress'];
/** What calling tools needs of the process. */
export type ToolDeps = Pick<ToolCall, 'db' | 'bell' | 'log'> & {
  /** Told of each finished call: the verb and how long it took. */
  readonly onCall: (verb: Verb, seconds: number) => void;
  /** Told of each call that a verb refused for what it asked. */
  readonly onRefused: (endpointId: string, verb: Verb, code: string) => void;
};

/** What a caller can put right: the other codes are losing a race, or our own trouble. */
const CALLERS_FAULTS: ReadonlySet<string> = new Set(['invalid', 'forbidden', 'not_found']);

/** The own dispatch of tools/call: the SDK's strips unknown arguments and answers bad ones in a shape of its own. */
export class ToolCalls {
  constructor(
    private readonly deps: ToolDeps,
    private readonly connections: Connections,
  ) {}

  /** Answers one tools/call. What a verb refuses is a tool result; only a call that names no tool is a JSON-RPC error. */
  async answer(caller: Caller, request: RpcRequest): Promise<McpAnswer> {
    const { name, arguments: given } = request.params;
    const tool = typeof name === 'string' ? findTool(name) : undefined;
    if (tool === undefined) {
      const message = `Unknown tool: ${String(name).slice(0, SHOWN_MAX_CHARACTERS)}`;
      return messageAnswer(caller.forms, failure(request.id, RPC.invalidParams, message));
    }
    const values = given ?? {};
    if (!isObject(values)) {
      return messageAnswer(caller.forms, failure(request.id, RPC.invalidParams, 'arguments must be an object'));
    }
    const args: Given = { values, ...membersOf(request.paramTexts.get('arguments') ?? '{}') };
    if (tool.waits) return this.#answerLater(caller, request, tool, args);
    const result = await this.#run(caller, tool, args, caller.signal, () => {});
    return messageAnswer(caller.forms, success(request.id, result));
  }

  /** A call that may last is held: hang-up, cancellation, the end of its session and shutdown all end the wait. */
  async #answerLater(caller: Caller, request: RpcRequest, tool: Tool, args: Given): Promise<McpAnswer> {
    const token = progressToken(request);
    if (caller.forms.events && (token !== undefined || !caller.forms.json))
      return this.#stream(caller, request, tool, args, token);
    const waiting = this.#hold(caller, request);
    try {
      const result = await this.#run(caller, tool, args, waiting.signal, () => {});
      if (waiting.canceled()) return { status: 202, headers: {}, body: null };
      return messageAnswer(caller.forms, success(request.id, result));
    } finally {
      waiting.release();
    }
  }

  #stream(caller: Caller, request: RpcRequest, tool: Tool, args: Given, token: RequestId | undefined): McpAnswer {
    const stream = new SseStream();
    const waiting = this.#hold(caller, request);
    const progress: Progress = (elapsed, total) => {
      if (token === undefined) return;
      stream.send(notification('notifications/progress', { progressToken: token, progress: elapsed, total }));
    };
    const run = async () => {
      const result = await this.#run(caller, tool, args, waiting.signal, progress);
      if (!waiting.canceled()) stream.send(success(request.id, result));
      stream.close();
      waiting.release();
    };
    void run();
    return streamAnswer(stream);
  }

  #hold(caller: Caller, request: RpcRequest) {
    const controller = new AbortController();
    const { sessionId, tokenHash } = caller;
    const close = (ending: Ending) => controller.abort(ending);
    const release = this.connections.hold({ sessionId, tokenHash, requestId: request.id, close }, caller.signal);
    return { signal: controller.signal, canceled: () => controller.signal.reason === 'canceled', release };
  }

  async #run(caller: Caller, tool: Tool, args: Given, signal: AbortSignal, progress: Progress): Promise<object> {
    const { endpoint, sessionId } = caller;
    const startedAt = performance.now();
    try {
      if (!isGranted(endpoint.verbs, tool.verb)) {
        throw forbidden(tool.verb, 'this endpoint was not granted this verb; ask whoever vended it');
      }
      const scope = endpointScope({ ...endpoint, session: sessionId });
      const content = toJson(await tool.call({ ...this.deps, scope, signal, progress }, args));
      this.#log(endpoint, tool, startedAt, undefined);
      return { content: [{ type: 'text', text: content }], structuredContent: new ExactJson(content) };
    } catch (error) {
      this.#log(endpoint, tool, startedAt, toQueueError(tool.verb, error));
      return toToolFailure(tool.verb, error);
    }
  }

  #log(endpoint: AuthenticatedEndpoint, tool: Tool, startedAt: number, error: QueueError | undefined): void {
    const seconds = (performance.now() - startedAt) / 1_000;
    this.deps.onCall(tool.verb, seconds);
    const code = error?.code ?? 'ok';
    if (CALLERS_FAULTS.has(code)) this.deps.onRefused(endpoint.endpointId, tool.verb, code);
    const level = code === 'internal' ? 'error' : code === 'unavailable' ? 'warn' : 'debug';
    this.deps.log[level]({
      event: 'mcp_call',
      endpoint_id: endpoint.endpointId,
      verb: tool.verb,
      code,
      duration_ms: Math.round(seconds * 10_000) / 10,
      ...(error && level !== 'debug' && errorFields(error)),
    });
  }
}

function progressToken(request: RpcRequest): RequestId | undefined {
  const meta = request.params._meta;
  return isObject(meta) && isRequestId(meta.progressToken) ? meta.progressToken : undefined;
}
