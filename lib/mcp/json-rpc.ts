/** Error codes of JSON-RPC, and those that MCP servers use beside them. */
export const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  server: -32000,
  sessionNotFound: -32001,
  resourceNotFound: -32002,
} as const;

export type RequestId = string | number;
export type JsonObject = Record<string, unknown>;

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  /** The params by their names as they were written, for what a parsed value no longer tells. */
  readonly paramTexts: ReadonlyMap<string, string>;
}

export interface RpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

/** An answer of the client to a request of ours; we make none, so it is taken and forgotten. */
export interface RpcResponse {
  readonly kind: 'response';
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

/** The answer to a request. */
export function success(id: RequestId, result: object): object {
  return { jsonrpc: '2.0', id, result };
}

/** The refusal of a request; the id is null when not even that is known. */
export function failure(id: RequestId | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

export function notification(method: string, params: JsonObject): object {
  return { jsonrpc: '2.0', method, params };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
