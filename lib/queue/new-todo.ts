import { invalid } from './errors';
import { replaceUnstorable } from './report';
import { isQueueName } from './verbs';

export const TITLE_MAX_CHARACTERS = 500;
export const KIND_MAX_CHARACTERS = 100;
export const KEY_MAX_CHARACTERS = 500;
export const MAX_ATTEMPTS_CEILING = 100;

const ASSIGNEE = /^(?:agent|op):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A todo to be created. The JSON texts have passed `cleanJsonText`; an empty key counts as none. */
export interface NewTodo {
  /** The verb as errors name it. */
  readonly operation: string;
  readonly queue: string;
  readonly title: string;
  /** How it arrives: `webhook:github`, `mcp`, `cli`, `board`, `api`. */
  readonly source: string;
  readonly kind?: string | undefined;
  readonly payloadText?: string | undefined;
  readonly routingText?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly assignee?: string | undefined;
  readonly maxAttempts?: number | undefined;
}

/**
 * Checks and cleans what a producer gave.
 * @throws QueueError `invalid` naming the argument
 */
export function parseNewTodo(input: NewTodo): NewTodo {
  const { operation } = input;
  const title = replaceUnstorable(input.title).trim();
  const key = textOf(input.idempotencyKey);
  const kind = textOf(input.kind);
  if (!isQueueName(input.queue))
    throw invalid(operation, 'queue', 'must be a queue name of 1 to 100 printable characters');
  if (title === '' || title.length > TITLE_MAX_CHARACTERS)
    throw invalid(operation, 'title', `must have 1 to ${TITLE_MAX_CHARACTERS} characters`);
  if (kind !== undefined && kind.length > KIND_MAX_CHARACTERS)
    throw invalid(operation, 'kind', `must have at most ${KIND_MAX_CHARACTERS} characters`);
  if (key !== undefined && key.length > KEY_MAX_CHARACTERS) {
    throw invalid(operation, 'idempotency_key', `must have at most ${KEY_MAX_CHARACTERS} characters`);
  }
  if (input.assignee !== undefined && !ASSIGNEE.test(input.assignee)) {
    throw invalid(operation, 'assignee', 'must be agent:<agent id> or op:<human id>');
  }
  if (input.maxAttempts !== undefined && !isAttemptCap(input.maxAttempts)) {
    throw invalid(operation, 'max_attempts', `must be a whole number from 1 to ${MAX_ATTEMPTS_CEILING}`);
  }
  return { ...input, title, kind, idempotencyKey: key };
}

function textOf(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : replaceUnstorable(value);
}

function isAttemptCap(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_ATTEMPTS_CEILING;
}
