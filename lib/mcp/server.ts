import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  PingRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Db } from '../db/connection';
import { type Asker, toAuthInfo } from './asker';
import { CHANNEL_CAPABILITY } from './doorbell/channel-message';
import { offerQueues, QUEUE_REQUESTS } from './doorbell/queue-resources';
import { INSTRUCTIONS } from './instructions';
import { failure, type JsonObject, RPC, type RpcRequest } from './json-rpc';
import { grantedTools } from './toolbox';

/** What each method must look like: the SDK answers what does not with a fault of the server's and a dump of its schema. */
const REQUESTS = new Map<string, { safeParse(request: object): { success: boolean } }>([
  ['ping', PingRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ...QUEUE_REQUESTS,
]);

/** A request that a handler cannot take; the message says why. */
class InvalidParams extends Error {
  readonly code = RPC.invalidParams;
}

/** The answer of the SDK's server to one request. */
export type Exchange = { readonly result: JsonObject } | { readonly error: JsonObject };

const CAPABILITIES = {
  tools: {},
  resources: { subscribe: true },
  experimental: { [CHANNEL_CAPABILITY]: {} },
};

/**
 * The one SDK server of a process: it answers all but tools/call for every session. It keeps nothing per session; who asks
 * travels with each request.
 */
export class ProtocolServer {
  readonly #transport = new IdMappingTransport();
  readonly #server: Server;
  #connected: Promise<void> | undefined;

  /** @param version the package's */
  constructor(version: string, db: Db) {
    this.#server = new Server(
      { name: 'switchboard', version },
      { capabilities: CAPABILITIES, instructions: INSTRUCTIONS },
    );
    this.#server.setRequestHandler(ListToolsRequestSchema, (request, extra) => {
      if (request.params?.cursor !== undefined) throw new InvalidParams('cursor is not one of ours: there is one page');
      return { tools: grantedTools(extra.authInfo?.scopes ?? []) };
    });
    offerQueues(this.#server, db);
  }

  /**
   * Has one request answered.
   * @returns the JSON-RPC answer, under the request's own id
   */
  async exchange(request: RpcRequest, asker: Asker): Promise<Exchange & object> {
    const { id, method, params } = request;
    if (REQUESTS.get(method)?.safeParse({ method, params }).success === false)
      return failure(id, RPC.invalidParams, `Invalid params: they are not what ${method} takes`) as Exchange & object;
    this.#connected ??= this.#server.connect(this.#transport);
    await this.#connected;
    return this.#transport.exchange(request, asker);
  }
}

/** Requests of all sessions share one server, so each travels under a number of this process and gets its own id back. */
class IdMappingTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #pending = new Map<number, (answer: JSONRPCMessage) => void>();
  #lastId = 0;

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return;
    const id = Number(message.id);
    this.#pending.get(id)?.(message);
    this.#pending.delete(id);
  }

  async exchange(request: RpcRequest, asker: Asker): Promise<Exchange & object> {
    this.#lastId += 1;
    const message = { jsonrpc: '2.0' as const, id: this.#lastId, method: request.method, params: request.params };
    if (!isJSONRPCRequest(message)) {
      return failure(request.id, RPC.invalidParams, 'Invalid params') as Exchange & object;
    }
    const answered = new Promise<JSONRPCMessage>((resolve) => this.#pending.set(message.id, resolve));
    this.onmessage?.(message, { authInfo: toAuthInfo(asker) });
    return { ...(await answered), id: request.id } as unknown as Exchange & object;
  }
}
