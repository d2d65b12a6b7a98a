import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { readJsonText } from '../queue/json-text';
import type { Operation } from './operation';
import { unprocessable, unreadable, unsupportedMediaType } from './refusal';

const NAME_MAX_CHARACTERS = 64;

/**
 * The JSON of a body.
 * @returns `{}` for an empty one
 * @throws ApiRefusal 400 or 415
 */
export function readJsonBody(body: Buffer, header: (name: string) => string | undefined): unknown {
  if (body.length === 0) return {};
  const [mediaType = ''] = (header('content-type') ?? '').toLowerCase().split(';');
  const encoding = header('content-encoding') ?? 'identity';
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(mediaType.trim()) || encoding !== 'identity')
    throw unsupportedMediaType();
  if (!isUtf8(body)) throw unreadable('the body is not UTF-8');
  const json = readJsonText(body.toString('utf8').replace(/^\ufeff/, ''));
  if (json.problem !== undefined) throw unreadable(`the body ${json.problem}`);
  return json.value;
}

/**
 * What was sent, as the operation's schemas let it through.
 * @throws ApiRefusal 422 naming the first field that is wrong
 */
export function parseCall(
  operation: Operation,
  sent: { readonly params: unknown; readonly query: URLSearchParams; readonly body: unknown },
) {
  const query: Record<string, string> = {};
  for (const [name, value] of sent.query) {
    if (Object.hasOwn(query, name)) throw unprocessable(`${shown(name)} is given more than once`);
    query[name] = value;
  }
  return {
    params: parse(operation.params, sent.params, 'a parameter'),
    query: parse(operation.query, query, 'a query parameter'),
    body: parse(operation.body, sent.body, 'a field'),
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
