import { compactJsonText } from './json-structure';

/** JSON that goes into an answer as it is stored: parsed, a number beyond 2^53 would come out as another one. */
export class ExactJson {
  /** @param text valid JSON */
  constructor(readonly text: string) {}
}

/** A stored JSON column as part of an answer; null stays null. */
export function exactJson(text: string | null): ExactJson | null {
  return text === null ? null : new ExactJson(compactJsonText(text));
}

/** The JSON text of a value whose parts may be {@link ExactJson}; as `JSON.stringify`, it leaves undefined members out. */
export function toJson(value: unknown): string {
  if (value instanceof ExactJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`);
  return `{${members.join(',')}}`;
}
