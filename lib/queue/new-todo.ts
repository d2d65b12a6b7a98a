import { invalid } from './errors';
import { characterCount, isVisible, toLine } from './line';
import { replaceUnstorable } from './report';
import { isQueueName } from './verbs';

export const TITLE_MAX_CHARACTERS = 500;
export const KIND_MAX_CHARACTERS = 100;
export const KEY_MAX_CHARACTERS = 500;
export const MAX_ATTEMPTS_CEILING = 100;

/** `agent:<uuid>` or `op:<uuid>`. */
export const ASSIGNEE = /^(?:agent|op):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

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
 * Checks and cleans what a producer gave. Lengths are in characters, before anything is cleaned; title and kind become one line.
 * @throws QueueError `invalid` naming the argument
 */
export function parseNewTodo(input: NewTodo): NewTodo {
  const { operation } = input;
  const title = toLine(input.title);
  if (!isQueueName(input.queue))
    throw invalid(operation, 'queue', 'must be a queue name of 1 to 100 printable characters');
  if (!isVisible(title) || characterCount(input.title) > TITLE_MAX_CHARACTERS)
    throw invalid(operation, 'title', `must have 1 to ${TITLE_MAX_CHARACTERS} characters, one of them visible`);
  const kind = given(input.kind);
  if (kind !== undefined && characterCount(kind) > KIND_MAX_CHARACTERS)
    throw invalid(operation, 'kind', `must have at most ${KIND_MAX_CHARACTERS} characters`);
  const idempotencyKey = given(input.idempotencyKey);
  if (idempotencyKey !== undefined) assertKey(operation, idempotencyKey);
  if (input.assignee !== undefined && !ASSIGNEE.test(input.assignee)) {
    throw invalid(operation, 'assignee', 'must be agent:<agent id> or op:<human id>');
  }
  if (input.maxAttempts !== undefined && !isAttemptCap(input.maxAttempts)) {
    throw invalid(operation, 'max_attempts', `must be a whole number from 1 to ${MAX_ATTEMPTS_CEILING}`);
  }
  return { ...input, title, kind: kind && (toLine(kind) || undefined), idempotencyKey };
}

function given(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** A key is never cleaned: two that became one would make two pieces of work one. */
function assertKey(operation: string, key: string): void {
  if (characterCount(key) > KEY_MAX_CHARACTERS)
    throw invalid(operation, 'idempotency_key', `must have at most ${KEY_MAX_CHARACTERS} characters`);
  if (replaceUnstorable(key) !== key)
    throw invalid(operation, 'idempotency_key', 'must not hold NUL or half of a surrogate pair');
}

function isAttemptCap(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_ATTEMPTS_CEILING;
}
