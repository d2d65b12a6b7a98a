/**
 * How long a todo that stays pending rests before it is rung once more, by the rings it has had: the first entry follows the
 * first ring. After the last one it is left to polling. SQL receives it as a bound array.
 */
export const RING_AGAIN_AFTER_SECONDS: readonly number[] = [5 * 60, 20 * 60, 60 * 60, 6 * 60 * 60];

/** A todo that somebody is to be woken for, without anything that its producer put into it but the title. */
export interface Ring {
  readonly todoId: string;
  readonly endpointId: string;
  readonly queue: string;
  readonly title: string;
  readonly kind: string | null;
  /** How the todo arrived. */
  readonly source: string | null;
  /** When it was rung, by the database's clock: microseconds since 1970, as digits. */
  readonly at: string;
  /** The endpoint's MCP sessions that are subscribed to the todo's queue. */
  readonly subscribers: readonly string[];
}
