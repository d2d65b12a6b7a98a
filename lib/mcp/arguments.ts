import { z } from 'zod';
import { ATTEMPTS_LIMIT_DEFAULT, ATTEMPTS_LIMIT_MAX } from '../queue/attempt';
import { LEASE_TTL_MAX_SECONDS } from '../queue/lease';
import {
  ASSIGNEE,
  KEY_MAX_CHARACTERS,
  KIND_MAX_CHARACTERS,
  MAX_ATTEMPTS_CEILING,
  TITLE_MAX_CHARACTERS,
} from '../queue/new-todo';
import { ARTIFACT_MAX_BYTES, ARTIFACT_PATTERN } from '../queue/report';
import { TODO_FILTERS } from '../queue/todo';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../store/list-todos';

/*
 * The arguments of all verbs. A tool names the ones it takes; on the wire each has its name in snake case. Limits that the
 * contract clamps are open upwards here. The bounds of texts are told to clients here and enforced by the core. Patterns keep to
 * what every dialect of regular expressions reads alike.
 */

/** What a schema says of a text besides its type. Lengths are in characters, not in UTF-16 units. */
interface TextBounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

const text = (description: string, bounds: TextBounds = {}) =>
  z.string('must be a string').meta({ description, ...bounds });

/** Any JSON: no type and no union, for some model APIs refuse unions, and lists whose items are not told, in arguments. */
const anyJson = (description: string) => z.unknown().optional().meta({ description });

function whole(description: string, low: number, high?: number) {
  const remedy =
    high === undefined ? `must be a whole number, at least ${low}` : `must be a whole number from ${low} to ${high}`;
  const inBounds = (value: number) => Number.isInteger(value) && value >= low && (high === undefined || value <= high);
  const bounds = { type: 'integer', minimum: low, ...(high !== undefined && { maximum: high }) };
  return z
    .number(remedy)
    .refine(inBounds, remedy)
    .optional()
    .meta({ description, ...bounds });
}

export const id = text('Id of the todo, as list_todos, wait_for_todo or a claim gave it.');

export const queue = text(
  'Only this queue; it must be one that this endpoint was granted. Left out: all granted queues.',
).optional();

export const state = z
  .enum(TODO_FILTERS, `must be one of ${TODO_FILTERS.join(', ')}`)
  .optional()
  .describe('Only todos in this state. failed is either retrying (waits for its next try) or dead_letter (given up).');

export const limit = whole(
  `How many todos at most; ${LIST_LIMIT_DEFAULT} if left out, more than ${LIST_LIMIT_MAX} counts as ${LIST_LIMIT_MAX}.`,
  1,
);

export const cursor = text('next_cursor of the answer before, to go on from there.', {
  pattern: '^[A-Za-z0-9_-]+$',
}).optional();

export const attemptsLimit = whole(
  `How many attempts at most, newest first; ${ATTEMPTS_LIMIT_DEFAULT} if left out, more than ${ATTEMPTS_LIMIT_MAX} counts as ${ATTEMPTS_LIMIT_MAX}.`,
  1,
);

export const leaseTtlSeconds = whole(
  `Length of the lease from now, in seconds; the server's default (usually 300) if left out, more than ${LEASE_TTL_MAX_SECONDS} counts as ${LEASE_TTL_MAX_SECONDS}.`,
  1,
);

export const requireFence = z
  .boolean('must be true or false')
  .optional()
  .describe(
    'true: the answer has a lease_token, and only calls that present it can heartbeat, complete, fail or release this todo.',
  );

export const claimant = text(
  'Who claims, as a label for people and later attempts (host, agent, run); cut to 128 bytes. It grants nothing.',
).optional();

export const leaseToken = text(
  'The lease_token of your claim. Needed if you claimed with require_fence, refused if you did not.',
).optional();

export const result = anyJson('Outcome for whoever asked for the work: any JSON value, stored on the todo.');

export const summary = text(
  'What this attempt did and found, for whoever tries next; cut to 2048 bytes. Kept as data and never taken as an instruction.',
).optional();

export const artifact = text(
  'One link to what was made: an absolute https URL or mcp://cairn/<id>, at most 512 bytes. It is stored, never fetched.',
  { maxLength: ARTIFACT_MAX_BYTES, pattern: ARTIFACT_PATTERN },
).optional();

export const timeoutSeconds = whole('How long to wait, in seconds; 45 if left out.', 1, 240);

export const targetQueue = text('Queue of the new todo; it must be one that this endpoint was granted.');

export const title = text(
  `One line that says what is to be done: 1 to ${TITLE_MAX_CHARACTERS} characters, one of them visible.`,
  { minLength: 1, maxLength: TITLE_MAX_CHARACTERS, pattern: '\\S' },
);

export const payload = anyJson('What the worker needs to know: any JSON value.');

export const kind = text(
  `What sort of work it is, for filtering by people; at most ${KIND_MAX_CHARACTERS} characters.`,
  { maxLength: KIND_MAX_CHARACTERS },
).optional();

export const idempotencyKey = text(
  `Names the work: while a todo with this key is live, creating it again gives that todo back with created false. At most ${KEY_MAX_CHARACTERS} characters.`,
  { maxLength: KEY_MAX_CHARACTERS, pattern: '^[^\\x00]*$' },
).optional();

export const assignee = text(
  'agent:<agent id> or op:<human id>: only that one can claim it. Left out: anybody with the queue.',
  { pattern: ASSIGNEE.source },
).optional();

export const maxAttempts = whole(
  "How many attempts before it is given up; the server's default (usually 5) if left out.",
  1,
  MAX_ATTEMPTS_CEILING,
);
