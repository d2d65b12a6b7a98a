import { isUtf8 } from 'node:buffer';
import type { JsonValue } from '../queue/json';
import { readJsonText } from '../queue/json-text';
import { Refusal } from './refusal';
import type { RawDelivery, Source } from './sources/source';

/** What a delivery carried; both are undefined for an empty body. */
export interface Payload {
  /** The JSON as it was sent, fit for a jsonb column: big numbers keep their digits. */
  readonly text: string | undefined;
  /** The same, parsed, to read a title from. */
  readonly value: JsonValue | undefined;
}

/**
 * Reads the delivered JSON out of the body, or out of the one form field that its source sends it in.
 * @throws Refusal `unsupported_media_type` or `invalid`, saying what is wrong
 */
export function parsePayload(source: Source, { headers, body }: RawDelivery): Payload {
  if (body.length === 0) return { text: undefined, value: undefined };
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    throw new Refusal('unsupported_media_type', 'Content-Encoding is not supported: send the body as it is');
  }
  if (!isUtf8(body)) throw new Refusal('invalid', 'the body is not UTF-8');
  return parseJson(jsonTextOf(source, mediaTypeOf(headers), body.toString('utf8')));
}

function jsonTextOf(source: Source, mediaType: string, text: string): string {
  if (mediaType === 'application/json' || /^application\/[\w.-]+\+json$/.test(mediaType))
    return text.replace(/^\ufeff/, '');
  if (source.formField !== undefined && mediaType === 'application/x-www-form-urlencoded')
    return formField(source.formField, text);
  throw new Refusal('unsupported_media_type', 'Content-Type must be application/json');
}

function formField(name: string, text: string): string {
  const value = new URLSearchParams(text).get(name);
  if (value === null) throw new Refusal('invalid', `the form has no field ${name}`);
  return value;
}

function mediaTypeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase();
}

function parseJson(text: string): Payload {
  const json = readJsonText(text);
  if (json.problem !== undefined) {
    // After the colon the parser quotes what it stumbled over.
    throw new Refusal('invalid', `the body ${json.problem}`, `the body ${json.problem.replace(/:.*/s, '')}`);
  }
  return json;
}
