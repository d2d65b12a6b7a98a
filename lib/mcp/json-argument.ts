import { invalid } from '../queue/errors';
import { compactJsonText } from '../queue/json-structure';
import { readJsonText } from '../queue/json-text';
import type { Verb } from '../queue/verbs';

/**
 * An argument that may be any JSON, as it is to be stored: every digit of its numbers kept, which a parsed value would not.
 * @param text how it was written; null counts as not given
 * @throws QueueError `invalid` naming the argument
 */
export function parseJsonArgument(verb: Verb, argument: string, text: string | undefined): string | undefined {
  if (text === undefined || text === 'null') return undefined;
  const json = readJsonText(text);
  if (json.problem !== undefined) throw invalid(verb, argument, json.problem);
  return compactJsonText(json.text);
}
