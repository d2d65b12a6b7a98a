import type { Claimability, Obstacle } from './claimability';

/** A reason as people are told it, and what to do about it. */
export interface Explanation {
  readonly code: Obstacle['code'];
  /** The whole sentence, its time in UTC. */
  readonly reason: string;
  /** The same sentence for who shows times in a zone of their own: what stands before and after the time, if there is one. */
  readonly parts: { readonly before: string; readonly at: string | undefined; readonly after: string };
  readonly remedy: string;
}

/** The one sentence for a todo that any claim would get. */
export const CLAIMABLE_IN_WORDS = 'It is claimable now: the next claim of its endpoint may take it.';

/**
 * Every obstacle in words, in order.
 * @param holder who holds the todo, for readers who may know it; left out for the operator (SPEC-0034 REQ-10)
 */
export function explain({ obstacles }: Claimability, holder?: string): Explanation[] {
  return obstacles.map((obstacle) => {
    const { reason, remedy } = wordsFor(obstacle, holder);
    const [before = '', at, after = ''] = typeof reason === 'string' ? [reason] : reason;
    return {
      code: obstacle.code,
      reason: `${before}${at === undefined ? '' : clock(at)}${after}`,
      parts: { before, at, after },
      remedy,
    };
  });
}

/** A sentence, in three parts when a point in time stands in it. */
interface Words {
  readonly reason: string | readonly [before: string, at: string, after: string];
  readonly remedy: string;
}

function wordsFor(obstacle: Obstacle, holder: string | undefined): Words {
  switch (obstacle.code) {
    case 'done':
      return { reason: 'It is done.', remedy: 'Nothing is left to do; create a new todo to have it done again.' };
    case 'canceled':
      return { reason: 'It was canceled.', remedy: 'Create a new todo if the work is wanted after all.' };
    case 'rejected':
      return { reason: 'It was rejected.', remedy: 'Create a new todo if the work is wanted after all.' };
    case 'dead_letter':
      return {
        reason: `It is a dead letter: try ${obstacle.attempt} of ${obstacle.maxAttempts} was its last.`,
        remedy: 'Read what the attempts say, put the cause right, then retry it.',
      };
    case 'human_disabled':
      return { reason: 'Its human is disabled.', remedy: 'No endpoint of a disabled human is served.' };
    case 'endpoint_revoked':
      return {
        reason: ['Its endpoint was revoked at ', obstacle.at, '.'],
        remedy: 'Vend a new endpoint and create the todo there.',
      };
    case 'endpoint_expired':
      return {
        reason: ['Its endpoint expired at ', obstacle.at, '.'],
        remedy: 'Vend a new endpoint and create the todo there.',
      };
    case 'queue_not_drained':
      return {
        reason: 'No endpoint drains this queue: the todo’s endpoint was not vended with it.',
        remedy: 'Create the todo in a queue of its endpoint, or vend one with this queue.',
      };
    case 'claim_not_granted':
      return {
        reason: 'Its endpoint may not claim: neither claim nor claim_next was granted.',
        remedy: 'Vend an endpoint with these verbs and create the todo there.',
      };
    case 'claimed':
      return {
        reason: ['Claimed until ', obstacle.until, holder === undefined ? '.' : ` by ${holder}.`],
        remedy: 'It returns by itself when that passes, or release it now.',
      };
    case 'lapsed_at_cap':
      return {
        reason: ['Its last lease lapsed at ', obstacle.since, ' and no try is left.'],
        remedy: 'The reaper makes it a dead letter shortly; then retry it.',
      };
    case 'interrupted':
      return { reason: 'Its worker waits for an answer.', remedy: 'It goes on when the worker resumes it.' };
    case 'backoff':
      return {
        reason: ['It backs off until ', obstacle.until, ' after a failure.'],
        remedy: 'It is pending again by itself then, or retry it now.',
      };
    case 'assigned':
      return obstacle.to.startsWith('op:')
        ? {
            reason: `It is assigned to a human, ${obstacle.to}.`,
            remedy: 'That human claims it on the Board; no agent can.',
          }
        : {
            reason: `It is assigned to ${obstacle.to}, which is not the agent of its endpoint.`,
            remedy: 'Create it anew, assigned to the endpoint’s own agent or to nobody.',
          };
    case 'no_call':
      return {
        reason:
          obstacle.since === null
            ? 'Its endpoint has never called.'
            : `No call from its endpoint was seen for ${minutes(obstacle.quietSeconds)}.`,
        remedy: 'Start or wake the agent that holds this endpoint’s credential.',
      };
  }
}

function clock(at: string): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

function minutes(seconds: number): string {
  const [name, size] = seconds >= 172_800 ? ['days', 86_400] : seconds >= 7_200 ? ['hours', 3_600] : ['minutes', 60];
  return `${Math.floor(seconds / Number(size))} ${name}`;
}
