import type { JsonValue } from '../queue/json';

/** The value below a path of names, or undefined; inherited properties do not count. */
export function valueAt(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let current = value;
  for (const name of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Record<string, JsonValue>)[name];
  }
  return current;
}

/** The text or number below a path as text; undefined when it is anything else, or empty. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : undefined;
}
