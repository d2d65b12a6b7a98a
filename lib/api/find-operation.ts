import type { Operation } from './operation';
import { OPERATIONS } from './operations/all';
import { methodNotAllowed, noSuchRoute } from './refusal';

/** The operation that a call names, with the parameters of its path as they were sent. */
export interface Matched {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/** @throws ApiRefusal 404 or 405 */
export function findOperation(method: string, path: string): Matched {
  const matches = OPERATIONS.flatMap((operation) => {
    const params = matchPath(operation.path, path);
    return params ? [{ operation, params }] : [];
  });
  if (matches.length === 0) throw noSuchRoute();
  const found = matches.find(({ operation }) => operation.method === asked(method));
  if (!found) throw methodNotAllowed(matches.map(({ operation }) => operation.method.toUpperCase()).join(', '));
  return found;
}

function asked(method: string): string {
  return method === 'HEAD' ? 'get' : method.toLowerCase();
}

function matchPath(template: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = decoded(given[index] ?? '');
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name !== undefined && segment !== '') params[name] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
