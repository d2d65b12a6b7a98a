import { JSON_DEPTH_MAX, jsonDepth } from '../queue/json';
import { isObject, isRequestId, RPC, type RpcMessage } from './json-rpc';
import { badRequest } from './refusal';

/**
 * Parses the one message of a POST body.
 * @throws Refusal 400: not UTF-8 JSON (-32700), nested too deep, a batch, or no JSON-RPC 2.0 message (-32600)
 */
export function parseMessage(body: Uint8Array): RpcMessage {
  const message = parseJson(body);
  if (Array.isArray(message)) throw badRequest('Invalid request: batches are not taken, send one message per POST');
  if (!isObject(message) || message.jsonrpc !== '2.0') throw badRequest('Invalid request: not a JSON-RPC 2.0 message');
  const { id, method, params = {} } = message;
  if (method === undefined && ('result' in message || 'error' in message)) return { kind: 'response' };
  if (typeof method !== 'string') throw badRequest('Invalid request: method must be a string');
  if (!isObject(params)) throw badRequest('Invalid request: params must be an object');
  if (id === undefined) return { kind: 'notification', method, params };
  if (!isRequestId(id)) throw badRequest('Invalid request: id must be a string or a whole number');
  return { kind: 'request', id, method, params };
}

function parseJson(body: Uint8Array): unknown {
  const text = decodeText(body);
  if (jsonDepth(text) > JSON_DEPTH_MAX) {
    throw badRequest(`Invalid request: the JSON is nested deeper than ${JSON_DEPTH_MAX} levels`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Parse error: the body is not JSON', RPC.parse);
  }
}

function decodeText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw badRequest('Parse error: the body is not UTF-8', RPC.parse);
  }
}
