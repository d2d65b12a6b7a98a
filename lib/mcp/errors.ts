import { QueueError } from '../queue/errors';
import type { Verb } from '../queue/verbs';
import type { JsonObject } from './json-rpc';

/** A verb's failure as a tool result: models read the text, programs the `_meta`. */
export interface ToolFailure {
  readonly isError: true;
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly _meta: { readonly 'switchboard/error': JsonObject };
}

/**
 * Presents a verb's failure. There is no structuredContent, for clients validate that against the output schema on errors
 * too, and the text is constant per code and verb, so that foreign and never minted ids read alike (SPEC-0034 REQ-10).
 */
export function toToolFailure(verb: Verb, error: unknown): ToolFailure {
  const known = toQueueError(verb, error);
  return {
    isError: true,
    content: [{ type: 'text', text: `${known.code}: ${known.message}` }],
    _meta: {
      'switchboard/error': { code: known.code, ...(known.argument !== undefined && { argument: known.argument }) },
    },
  };
}

/** Any failure as one of the core's; what is not one already is ours to mend, and says nothing of itself. */
export function toQueueError(verb: Verb, error: unknown): QueueError {
  if (error instanceof QueueError) return error;
  return new QueueError('internal', `${verb}: something went wrong on our side; the log has the details`, {
    operation: verb,
    cause: error,
  });
}
