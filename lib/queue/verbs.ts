/** Every verb an endpoint can be granted, in the order tools are listed. */
export const VERBS = [
  'list_todos',
  'get_todo',
  'wait_for_todo',
  'claim_next',
  'claim',
  'heartbeat',
  'complete',
  'fail',
  'release',
  'retry',
  'create_todo',
] as const;

export type Verb = (typeof VERBS)[number];

/** What a vend grants unless it says otherwise. */
export const DEFAULT_VERBS: readonly Verb[] = VERBS.filter((verb) => verb !== 'retry' && verb !== 'create_todo');

const IMPLIED_BY: Partial<Record<Verb, readonly Verb[]>> = {
  get_todo: ['list_todos'],
  wait_for_todo: ['list_todos', 'claim_next'],
};

/** Whether a grant covers a verb, by name or by implication (SPEC-0034 REQ-8, REQ-9: release is never implied). */
export function isGranted(granted: readonly string[], verb: Verb): boolean {
  return granted.includes(verb) || (IMPLIED_BY[verb] ?? []).some((other) => granted.includes(other));
}

const QUEUE_NAME_MAX_CHARACTERS = 100;

/** Whether a text can name a queue: 1 to 100 characters, none of them control characters or outer white space. */
export function isQueueName(text: string): boolean {
  return text.length <= QUEUE_NAME_MAX_CHARACTERS && /^\S(?:.*\S)?$/u.test(text) && !/\p{C}/u.test(text);
}
