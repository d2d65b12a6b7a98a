import type { JsonValue } from '../../queue/json';

/** A delivery as it came in, before anything is believed of it. */
export interface RawDelivery {
  readonly headers: Headers;
  /** The bytes that the source signed. */
  readonly body: Buffer;
  /** When it came in, in milliseconds since 1970. */
  readonly receivedAt: number;
}

/** `stale` when the time that was signed, or should have been, is too far from now. */
export type SignatureVerdict = 'good' | 'bad' | 'stale';

/** What Switchboard knows of one kind of sender. */
export interface Source {
  /** The form field that may hold the JSON instead of the body. */
  readonly formField?: string;
  /** Headers that are kept with the todo; none of them may hold a secret. */
  readonly keptHeaders: readonly string[];
  /** Whether the raw bytes bear the source's signature; absent where the unguessable URL is the proof. */
  readonly verify?: (raw: RawDelivery, secret: string) => SignatureVerdict | Promise<SignatureVerdict>;
  /** What to answer to a question of the source's that is no work; undefined for every other delivery. */
  readonly answer?: (payload: JsonValue | undefined) => JsonValue | undefined;
  /** The id that stays the same when the source delivers once more. */
  readonly deliveryId: (headers: Headers, payload: JsonValue | undefined) => string | undefined;
  /** What happened, as the source calls it. */
  readonly kind: (headers: Headers, payload: JsonValue | undefined) => string | undefined;
  /** What a person reads in a list; it may have any length and hold any characters. */
  readonly title: (headers: Headers, payload: JsonValue | undefined) => string;
}
