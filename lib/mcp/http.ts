import { toJson } from '../queue/exact-json';

/** One HTTP call as the MCP core sees it, whatever host brought it. */
export interface McpRequest {
  readonly method: string;
  /** The value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly body: AsyncIterable<Uint8Array> | undefined;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  /** The client's address, as far as the configuration lets it be believed. */
  readonly address: string;
}

/** What the host sends back; an event stream is written chunk by chunk and never buffered or compressed. */
export interface McpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<string> | null;
}

/** The forms of an answer that a client takes. */
export interface Forms {
  readonly json: boolean;
  readonly events: boolean;
}

const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** An answer with one JSON-RPC message, or a batch of them, as JSON or, for a client that takes nothing else, as an event stream of one event. */
export function messageAnswer(
  forms: Forms,
  message: object,
  headers: Readonly<Record<string, string>> = {},
): McpAnswer {
  if (!forms.json) return { status: 200, headers: { ...EVENT_STREAM_HEADERS, ...headers }, body: toEvent(message) };
  return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body: toJson(message) };
}

export function streamAnswer(events: AsyncIterable<string>): McpAnswer {
  return { status: 200, headers: EVENT_STREAM_HEADERS, body: events };
}

/** A message as a server-sent event. */
export function toEvent(message: object): string {
  return `event: message\ndata: ${toJson(message)}\n\n`;
}

/**
 * What an `Accept` header admits, quality zero and the most specific range counting as RFC 9110 says; a missing header
 * admits everything. Lenient on purpose: real clients name one type only (the MCP transport binds them, not us).
 */
export function acceptedForms(accept: string | undefined): Forms {
  if (accept === undefined || accept.trim() === '') return { json: true, events: true };
  const ranges = accept.toLowerCase().split(',').map(parseRange);
  return { json: admits(ranges, 'application/json'), events: admits(ranges, 'text/event-stream') };
}

interface MediaRange {
  readonly type: string;
  readonly admitted: boolean;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  return { type, admitted: !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) };
}

function admits(ranges: readonly MediaRange[], type: string): boolean {
  const [family] = type.split('/');
  const ofFirst = (wanted: string) => ranges.find((range) => range.type === wanted);
  return (ofFirst(type) ?? ofFirst(`${family}/*`) ?? ofFirst('*/*'))?.admitted ?? false;
}
