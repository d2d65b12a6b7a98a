import type { JsonObject } from './json-rpc';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A result as it travels: the schema that clients check, and the value that meets it on every path. */
export interface Shape<From> {
  readonly schema: JsonSchema & { readonly type: 'object' };
  readonly present: (from: From) => JsonObject;
}

/** One field on the wire; an optional one is left out when its value is undefined. */
interface Field<From> {
  readonly schema: JsonSchema;
  readonly of: (from: From) => unknown;
  readonly optional?: true;
}

export type Fields<From> = Readonly<Record<string, Field<From>>>;

/** The shape of an object with these fields. */
export function shape<From>(fields: Fields<From>): Shape<From> {
  const names = Object.keys(fields);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])),
      required: names.filter((name) => !fields[name]?.optional),
    },
    present: (from) => presentFields(fields, from),
  };
}

/** The value of these fields alone, for a part of a bigger shape. */
export function presentFields<From>(fields: Fields<From>, from: From): JsonObject {
  const presented: JsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = field.of(from);
    if (value !== undefined) presented[name] = value;
  }
  return presented;
}

/** The fields of a part, at the top level of the whole. */
export function inside<Whole, Part>(fields: Fields<Part>, partOf: (whole: Whole) => Part): Fields<Whole> {
  const lifted = Object.entries(fields).map(([name, field]) => [
    name,
    { ...field, of: (whole: Whole) => field.of(partOf(whole)) },
  ]);
  return Object.fromEntries(lifted) as Fields<Whole>;
}

/** The fields of a part that may be missing as a whole. */
export function whenPresent<Part>(fields: Fields<Part>): Fields<Part | undefined> {
  const optional = Object.entries(fields).map(([name, field]) => {
    return [name, { ...field, of: (part: Part | undefined) => part && field.of(part), optional: true }];
  });
  return Object.fromEntries(optional) as Fields<Part | undefined>;
}

export function text(description: string): JsonSchema {
  return { type: 'string', description };
}

export function whole(description: string): JsonSchema {
  return { type: 'integer', description };
}

export function flag(description: string): JsonSchema {
  return { type: 'boolean', description };
}

export function nullableText(description: string): JsonSchema {
  return { anyOf: [{ type: 'string' }, { type: 'null' }], description };
}

export function anyJson(description: string): JsonSchema {
  return { anyOf: JSON_TYPES.map((type) => ({ type })), description };
}

const JSON_TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'];

export function list<Item>(description: string, items: Fields<Item>): JsonSchema {
  return { type: 'array', items: shape(items).schema, description };
}
