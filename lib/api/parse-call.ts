import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { type Members, membersOf } from '../queue/json-structure';
import { readJsonText } from '../queue/json-text';
import type { Operation } from './operation';
import { unprocessable, unreadable, unsupportedMediaType } from './refusal';

const NAME_MAX_CHARACTERS = 64;

/** A JSON body as a value, and its fields as they were written. */
export interface JsonBody extends Members {
  readonly value: unknown;
}

/**
 * Reads the JSON of a body; an empty one counts as `{}`.
 * @throws ApiRefusal 400 or 415
 */
export function readJsonBody(body: Buffer, header: (name: string) => string | undefined): JsonBody {
  if (body.length === 0) return { value: {}, ...membersOf('{}') };
  const [mediaType = ''] = (header('content-type') ?? '').toLowerCase().split(';');
  const encoding = header('content-encoding') ?? 'identity';
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(mediaType.trim()) || encoding !== 'identity')
    throw unsupportedMediaType();
  if (!isUtf8(body)) throw unreadable('the body is not UTF-8');
  const json = readJsonText(body.toString('utf8').replace(/^\ufeff/, ''));
  if (json.problem !== undefined) throw unreadable(`the body ${json.problem}`);
  const isObject = typeof json.value === 'object' && json.value !== null && !Array.isArray(json.value);
  return { value: json.value, ...membersOf(isObject ? json.text : '{}') };
}

/**
 * What was sent, as the operation's schemas let it through.
 * @throws ApiRefusal 422 naming the first field that is wrong
 */
export function parseCall(
  operation: Operation,
  sent: { readonly params: unknown; readonly query: URLSearchParams; readonly body: JsonBody },
) {
  const query: Record<string, string> = {};
  for (const [name, value] of sent.query) {
    if (Object.hasOwn(query, name)) throw unprocessable(`${shown(name)} is given more than once`);
    query[name] = value;
  }
  const { value, texts, doubled } = sent.body;
  if (doubled !== undefined) throw unprocessable(`${shown(doubled)} is given twice`);
  return {
    params: parse(operation.params, sent.params, 'a parameter'),
    query: parse(operation.query, query, 'a query parameter'),
    body: parse(operation.body, value, 'a field'),
    texts,
  };
}

function parse(schema: z.ZodObject, sent: unknown, what: string): object {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape).join(', ');
    throw unprocessable(
      `${shown(issue.keys[0] ?? '')} is not ${what} of this operation, which takes ${known || 'none'}`,
    );
  }
  const path = issue?.path ?? [];
  if (path.length === 0) throw unprocessable('the body must be a JSON object');
  throw unprocessable(
    `${path.join('.')} ${isMissing(sent, path) ? 'is required' : (issue?.message ?? 'is not valid')}`,
  );
}

function isMissing(sent: unknown, [name]: readonly PropertyKey[]): boolean {
  return typeof sent === 'object' && sent !== null && name !== undefined && !Object.hasOwn(sent, name);
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, NAME_MAX_CHARACTERS));
}
