import { type Attempt, PRIOR_ATTEMPTS_MAX } from '../queue/attempt';
import { toWireAttempt } from '../queue/wire-attempt';

/** What the next claim of a todo will hand to its worker as `prior_attempts`. */
export interface NextBriefing {
  /** The very JSON, byte for byte. */
  readonly json: string;
  /** The same text in pieces, one field each, so that it can be set in lines without a byte being added. */
  readonly pieces: readonly { readonly text: string; readonly depth: 0 | 1 | 2 }[];
  readonly count: number;
}

/**
 * The five most recent closed attempts as the next claimer is told them (SPEC-0034 REQ-7).
 * @param attempts newest first, an open one among them or not
 */
export function nextBriefing(attempts: readonly Attempt[]): NextBriefing {
  const told = attempts
    .filter((attempt) => attempt.endedAt !== null)
    .slice(0, PRIOR_ATTEMPTS_MAX)
    .map(toWireAttempt);
  const entries = told.map((attempt, place) => {
    const fields = Object.entries(attempt);
    const lines = fields.map(([name, value], index) => {
      const comma = index === fields.length - 1 ? '' : ',';
      return { text: `${JSON.stringify(name)}:${JSON.stringify(value)}${comma}`, depth: 2 as const };
    });
    const close = place === told.length - 1 ? '}' : '},';
    return [{ text: '{', depth: 1 as const }, ...lines, { text: close, depth: 1 as const }];
  });
  const pieces = [{ text: '[', depth: 0 as const }, ...entries.flat(), { text: ']', depth: 0 as const }];
  return { json: JSON.stringify(told), pieces, count: told.length };
}
