import { z } from 'zod';
import type { Verb } from '../queue/verbs';
import type { JsonSchema } from './shape';

/** The wire name of an argument: `leaseTtlSeconds` travels as `lease_ttl_seconds`. */
export function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const FORBIDDEN_KEYWORDS = ['anyOf', 'oneOf', 'allOf', '$ref', '$defs', '$schema', 'prefixItems', 'format', 'not'];

/**
 * The arguments as a plain JSON schema that every client and model API takes: an object root, each property described, no
 * unions or references, nothing that draft-07 and 2020-12 read differently.
 * @throws Error when an argument was declared in a way that cannot be said so
 */
export function toInputSchema(verb: Verb, schema: z.ZodType): JsonSchema & { readonly type: 'object' } {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, { io: 'input' });
  assertPlain(verb, converted);
  return { ...converted, type: 'object' };
}

function assertPlain(verb: Verb, schema: JsonSchema): void {
  if (schema.type !== 'object' || schema.additionalProperties !== false) throw unfit(verb, 'the root');
  for (const [name, property] of Object.entries(schema.properties as Record<string, JsonSchema>)) {
    const misfit = FORBIDDEN_KEYWORDS.some((keyword) => keyword in property) || Array.isArray(property.type);
    if (misfit || typeof property.description !== 'string') throw unfit(verb, name);
  }
}

function unfit(verb: Verb, place: string): Error {
  return new Error(`the input schema of ${verb} is not plain at ${place}`);
}
