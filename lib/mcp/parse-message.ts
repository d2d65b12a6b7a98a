import { JSON_DEPTH_MAX, jsonDepth } from '../queue/json';
import { elementTexts, membersOf } from '../queue/json-structure';
import { isObject, isRequestId, RPC, type RpcMessage } from './json-rpc';
import { badRequest, batchTooLarge } from './refusal';

/** Message, params and arguments around a payload, and the array of a batch around them. */
const ENVELOPE_DEPTH = 4;

/** The most messages that one batch may have. */
const BATCH_MAX = 50;

/** What one POST brought: a message, or the messages of a batch. */
export type Posted = RpcMessage | readonly RpcMessage[];

export function isBatch(posted: Posted): posted is readonly RpcMessage[] {
  return Array.isArray(posted);
}

/**
 * Parses a POST body.
 * @throws Refusal 400: not UTF-8 JSON (-32700), nested too deep, or no JSON-RPC 2.0 message (-32600); 413: a batch of too many
 */
export function parseBody(body: Uint8Array): Posted {
  const text = decodeText(body);
  const parsed = parseJson(text);
  if (!Array.isArray(parsed)) return toMessage(parsed, text);
  if (parsed.length === 0) throw badRequest('Invalid request: the batch is empty');
  if (parsed.length > BATCH_MAX) throw batchTooLarge(BATCH_MAX);
  const texts = elementTexts(text);
  const messages = parsed.map((message, index) => toMessage(message, texts[index] ?? ''));
  if (messages.some((message) => message.kind === 'request' && message.method === 'initialize'))
    throw badRequest('Invalid request: initialize cannot be part of a batch');
  return messages;
}

function toMessage(message: unknown, text: string): RpcMessage {
  if (!isObject(message) || message.jsonrpc !== '2.0') throw badRequest('Invalid request: not a JSON-RPC 2.0 message');
  const { id, method, params = {} } = message;
  if (method === undefined && ('result' in message || 'error' in message)) return { kind: 'response' };
  if (typeof method !== 'string') throw badRequest('Invalid request: method must be a string');
  if (!isObject(params)) throw badRequest('Invalid request: params must be an object');
  const paramTexts = readParams(text);
  if (id === undefined) return { kind: 'notification', method, params };
  if (!isRequestId(id)) throw badRequest('Invalid request: id must be a string or a whole number');
  return { kind: 'request', id, method, params, paramTexts };
}

/** Who reads a doubled key otherwise than we do has checked another call than the one we serve. */
function readParams(text: string): ReadonlyMap<string, string> {
  const message = membersOf(text);
  const params = membersOf(message.texts.get('params') ?? '{}');
  if ((message.doubled ?? params.doubled) !== undefined)
    throw badRequest('Invalid request: the message has the same key twice');
  return params.texts;
}

function parseJson(text: string): unknown {
  if (jsonDepth(text) > JSON_DEPTH_MAX + ENVELOPE_DEPTH) {
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
