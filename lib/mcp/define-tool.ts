import { z } from 'zod';
import type { Db } from '../db/connection';
import type { Log } from '../log';
import { forbidden, invalid, QueueError } from '../queue/errors';
import type { Members } from '../queue/json-structure';
import { replaceUnstorable } from '../queue/report';
import type { EndpointScope } from '../queue/scope';
import type { Verb } from '../queue/verbs';
import type { Doorbell } from '../signals/doorbell';
import { assertTodoInScope } from '../store/classify-miss';
import { toInputSchema, wireName } from './input-schema';
import type { JsonObject } from './json-rpc';
import type { JsonSchema, Shape } from './shape';

/** What a verb is called with besides its arguments. */
export interface ToolCall {
  readonly db: Db;
  readonly scope: EndpointScope;
  readonly bell: Pick<Doorbell, 'listen'>;
  readonly log: Log;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Tells the client how far a waiting call has come. */
  readonly progress: (elapsedSeconds: number, totalSeconds: number) => void;
}

/** The arguments of a call, as values and as they were written. */
export interface Given extends Members {
  readonly values: JsonObject;
}

export interface ToolDescriptor {
  readonly [key: string]: unknown;
  readonly name: Verb;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: Annotations;
}

/** Hints for the client's consent dialogues. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
}

type Input<Arguments extends z.ZodRawShape> = z.infer<z.ZodObject<Arguments>>;

interface ToolSpec<Arguments extends z.ZodRawShape, Outcome> {
  readonly verb: Verb;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  /** The arguments by their names in the code; on the wire they are in snake case. */
  readonly input: Arguments;
  readonly output: Shape<Outcome>;
  /** The call may last: it can be cancelled, and reports progress. */
  readonly waits?: true;
  /** `texts` has the arguments by their wire names as they were written. */
  readonly run: (call: ToolCall, input: Input<Arguments>, texts: Given['texts']) => Promise<Outcome>;
}

/** A verb as the dispatch calls it. */
export interface Tool {
  readonly verb: Verb;
  readonly waits: boolean;
  readonly descriptor: ToolDescriptor;
  /**
   * @returns the structured content
   * @throws QueueError, or anything else when something is wrong on our side
   */
  call(call: ToolCall, given: Given): Promise<JsonObject>;
}

/**
 * Makes a verb out of its four lines: parse, call, present; the caller is authenticated by then. Bad arguments are `invalid`
 * only to somebody who may know that the todo exists, else `not_found` (SPEC-0034 REQ-10).
 */
export function defineTool<Arguments extends z.ZodRawShape, Outcome>(spec: ToolSpec<Arguments, Outcome>): Tool {
  const { verb, title, description, annotations, input, output, run } = spec;
  const { schema, parse } = argumentsParser(verb, input);
  return {
    verb,
    waits: spec.waits ?? false,
    descriptor: {
      name: verb,
      title,
      description,
      inputSchema: toInputSchema(verb, schema),
      outputSchema: output.schema,
      annotations,
    },
    async call(call, given) {
      try {
        if ('queue' in input) assertQueueGranted(verb, call.scope, given.values.queue);
        const parsed = parse(given);
        return output.present(await run(call, parsed, given.texts));
      } catch (error) {
        const { id } = given.values;
        const known = 'id' in input && typeof id === 'string' ? id : undefined;
        if (error instanceof QueueError && error.code === 'invalid' && known !== undefined) {
          await assertTodoInScope(call.db, verb, call.scope, replaceUnstorable(known));
        }
        throw error;
      }
    },
  };
}

function argumentsParser<Arguments extends z.ZodRawShape>(verb: Verb, input: Arguments) {
  const names = Object.keys(input);
  const schema = z.strictObject(
    Object.fromEntries(Object.entries(input).map(([name, type]) => [wireName(name), type])),
  );
  const parse = ({ values: given, doubled }: Given): Input<Arguments> => {
    if (doubled !== undefined) throw invalid(verb, shown(doubled), 'is given twice');
    const parsed = schema.safeParse(withoutNulls(given));
    if (!parsed.success) throw toInvalid(verb, names.map(wireName), parsed.error, given);
    const values: JsonObject = parsed.data;
    const entries = names
      .map((name) => [name, values[wireName(name)]] as const)
      .filter(([, value]) => value !== undefined);
    const byName: JsonObject = Object.fromEntries(entries);
    // An id that PostgreSQL cannot even hold is no todo's, and takes the same path as any other unknown one.
    if (typeof byName.id === 'string') byName.id = replaceUnstorable(byName.id);
    return byName as Input<Arguments>;
  };
  return { schema, parse };
}

/** An explicit null means "not given", at the top level only: inside a result or payload it is data. */
function withoutNulls(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

const SHOWN_MAX_CHARACTERS = 64;

function toInvalid(verb: Verb, names: readonly string[], error: z.ZodError, given: JsonObject): QueueError {
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    return invalid(verb, shown(issue.keys[0] ?? ''), `is not an argument of ${verb}, which takes ${names.join(', ')}`);
  }
  const argument = String(issue?.path[0] ?? 'arguments');
  return invalid(
    verb,
    argument,
    (given[argument] ?? undefined) === undefined ? 'is required' : (issue?.message ?? 'is not valid'),
  );
}

function shown(name: string): string {
  return name.slice(0, SHOWN_MAX_CHARACTERS);
}

/** The grant is asked before any argument is looked at, and says nothing of what it does not cover. */
function assertQueueGranted(verb: Verb, scope: EndpointScope, queue: unknown): void {
  if (typeof queue === 'string' && !scope.queues.includes(queue)) {
    throw forbidden(verb, 'queue is not one that this endpoint was granted', 'queue');
  }
}
