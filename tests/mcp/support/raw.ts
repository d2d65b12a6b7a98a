import type { Surface } from './surface';

export type Headers = Record<string, string | undefined>;

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

export const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** A tools/call message. */
export function toolCall(name: string, args: unknown = {}, id: string | number = 1, meta?: object) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args, ...(meta && { _meta: meta }) } };
}

/** One HTTP call as a bare client makes it; a header that is undefined is left out. */
export function send(
  surface: Surface,
  method: string,
  headers: Headers,
  body?: BodyInit,
  options: { path?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return fetch(`${surface.url}${options.path ?? ''}`, {
    method,
    headers: Object.fromEntries(given),
    redirect: 'manual',
    ...(options.signal && { signal: options.signal }),
    ...(body !== undefined && { body, duplex: 'half' }),
  });
}

/** POSTs one message with the headers that a good client sends, unless told otherwise. */
export function post(surface: Surface, token: string, message: unknown, headers: Headers = {}): Promise<Response> {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const usual = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  return send(surface, 'POST', { ...usual, ...headers }, body);
}

/** @returns the new session's id */
export async function initialize(surface: Surface, token: string): Promise<string> {
  const response = await post(surface, token, INITIALIZE);
  const id = response.headers.get('mcp-session-id');
  if (response.status !== 200 || id === null) throw new Error(`initialize answered ${response.status}`);
  await response.text();
  return id;
}

/** One verb on a session, with the answer's exact bytes. */
export async function rawTool(
  surface: Surface,
  token: string,
  session: string,
  name: string,
  args: unknown = {},
): Promise<{ status: number; text: string; result: Record<string, unknown> & { _meta?: Record<string, unknown> } }> {
  const response = await post(surface, token, toolCall(name, args), { 'mcp-session-id': session });
  const text = await response.text();
  return { status: response.status, text, result: JSON.parse(text).result };
}

/** An open event stream, read as it comes. */
export interface OpenStream {
  readonly response: Response;
  /** Waits until what was read so far matches. @throws Error when the stream ends first */
  until(pattern: RegExp): Promise<string>;
  /** Settles when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** Hangs up. */
  abort(): void;
}

/** Opens the GET stream of a session. */
export async function openStream(surface: Surface, token: string, session: string): Promise<OpenStream> {
  const controller = new AbortController();
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'mcp-session-id': session };
  const response = await send(surface, 'GET', headers, undefined, { signal: controller.signal });
  return readStream(response, controller);
}

/** Reads an answer as a stream. */
export function readStream(response: Response, controller = new AbortController()): OpenStream {
  let text = '';
  const watchers = new Set<() => void>();
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      for (const watcher of watchers) watcher();
    }
  };
  const ended = read();
  ended.catch(() => {});
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(text) && resolve(text);
      watchers.add(look);
      look();
      ended.then(
        () => reject(new Error(`the stream ended at: ${text}`)),
        () => reject(new Error(`the stream broke at: ${text}`)),
      );
    });
  return { response, until, ended, abort: () => controller.abort() };
}

/** Gives a call that is to wait the time to arrive; nothing outside tells when it has. */
export function callInFlight(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}
