import { z } from 'zod';
import { ATTEMPTS_LIMIT_DEFAULT, ATTEMPTS_LIMIT_MAX } from '../queue/attempt';
import { KEY_MAX_CHARACTERS, KIND_MAX_CHARACTERS, MAX_ATTEMPTS_CEILING, TITLE_MAX_CHARACTERS } from '../queue/new-todo';
import { ARTIFACT_MAX_BYTES, SUMMARY_MAX_BYTES } from '../queue/report';
import { TODO_FILTERS } from '../queue/todo';
import { VERBS } from '../queue/verbs';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../store/list-todos';

/*
 * What operations take, by its name on the wire. The store checks what texts hold; here stand their types and what OpenAPI
 * tells of them.
 */

const NEVER_MINTED = 'td_00000000-0000-0000-0000-000000000000';

/** An operation that takes no query, or no body. */
export const nothing = z.strictObject({});

const text = (description: string) => z.string('must be a string').meta({ description });

const whole = (description: string, low: number, high: number) => {
  const remedy = `must be a whole number from ${low} to ${high}`;
  return z.int(remedy).min(low, remedy).max(high, remedy).meta({ description });
};

/** A whole number in a query; more than the most counts as the most. */
const count = (description: string, fallback: number, most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number, at least 1')
    .transform((digits) => Math.min(Number(digits), most))
    .default(fallback)
    .meta({
      type: 'integer',
      minimum: 1,
      default: fallback,
      description: `${description}; above ${most} counts as ${most}.`,
    });

export const endpointPath = z.strictObject({ id: text('Id of the endpoint.') });

export const hookPath = z.strictObject({ id: text('Id of the endpoint.'), hook_id: text('Id of the hook.') });

/** What cannot be a todo's id at all is looked for all the same, under an id that no todo has. */
export const todoPath = z.strictObject({
  id: z
    .string()
    .transform((id) => (/^td_[0-9a-f-]{36}$/.test(id) ? id : NEVER_MINTED))
    .meta({ type: 'string', description: 'Id of the todo.' }),
});

export const cursor = text('next_cursor of the answer before, to go on from there.').optional();

export const limit = count('How many at most', LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX);

export const attemptsLimit = count('How many of its newest attempts', ATTEMPTS_LIMIT_DEFAULT, ATTEMPTS_LIMIT_MAX);

export const endpointFilter = text('Only todos of this endpoint.').optional();

export const queueFilter = text('Only todos in this queue.').optional();

export const stateFilter = z
  .enum(TODO_FILTERS, `must be one of ${TODO_FILTERS.join(', ')}`)
  .meta({ description: 'Only todos in this state; retrying and dead_letter are the two halves of failed.' })
  .optional();

export const endpointName = text('What the Board calls it, 1 to 100 characters.');

export const queues = z
  .array(text('A queue name of 1 to 100 printable characters.'), 'must be a list of queue names')
  .meta({ description: 'The queues that its agent may use, by their exact names: 1 to 50.' });

export const verbs = z
  .array(z.enum(VERBS, `must be of ${VERBS.join(', ')}`), 'must be a list of verbs')
  .meta({ description: 'The verbs that its agent may call; all but retry and create_todo if left out.' })
  .optional();

export const expiresInSeconds = whole(
  'When it ends by itself, in seconds from now; never if left out.',
  1,
  10 * 365 * 86_400,
).optional();

export const agentId = text('An agent of the same human to vend it to; a new one if left out.').optional();

export const hookUrl = text('What is called: an https URL at a public address.');

export const hookQueues = z
  .array(text('A queue name of 1 to 100 printable characters.'), 'must be a list of queue names')
  .meta({ description: "Only todos of these queues are told of; all of the endpoint's if left out." })
  .optional();

export const queue = text('The queue that the todo waits in.');

export const title = text(`One line that says what is to be done, 1 to ${TITLE_MAX_CHARACTERS} characters.`);

export const payload = z.unknown().optional().meta({ description: 'What the worker needs to know: any JSON value.' });

export const kind = text(`What sort of work it is, at most ${KIND_MAX_CHARACTERS} characters.`).optional();

export const idempotencyKey = text(
  `Names the work: while a todo of the endpoint with this key is live, creating it again answers 200 with that todo. At most ${KEY_MAX_CHARACTERS} characters.`,
).optional();

export const assignee = text(
  'agent:<agent id> or op:<human id>: only that one can claim it; anybody with the queue if left out.',
).optional();

export const maxAttempts = whole(
  "Tries before it becomes a dead letter; the server's default if left out.",
  1,
  MAX_ATTEMPTS_CEILING,
).optional();

const SEEN_MAX = 1_000_000_000;

export const attemptSeq = whole(
  'The attempt to end, as the todo showed it; a conflict if another is open by now. The open one if left out.',
  1,
  SEEN_MAX,
).optional();

export const summary = text(
  `Why, for whoever tries next; cut to ${SUMMARY_MAX_BYTES} bytes. Kept as data and never taken as an instruction.`,
).optional();

export const artifact = text(
  `One link to what there is to see: an absolute https URL or mcp://cairn/<id>, at most ${ARTIFACT_MAX_BYTES} bytes.`,
).optional();

export const attemptsTotal = whole(
  'How many attempts the todo showed; a conflict if it has been tried since. However many there are if left out.',
  0,
  SEEN_MAX,
).optional();
