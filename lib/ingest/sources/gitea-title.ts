import type { JsonValue } from '../../queue/json';
import { githubTitle } from './github-title';

/** Events of a review, which Gitea names by its verdict. */
const VERDICTS = new Map([
  ['pull_request_approved', 'approved'],
  ['pull_request_rejected', 'changes requested'],
  ['pull_request_comment', 'commented'],
]);

/**
 * A line a person can read. Gitea's events are made after GitHub's, but for reviews.
 * @param event `X-Gitea-Event`
 */
export function giteaTitle(event: string, payload: JsonValue | undefined): string {
  const verdict = VERDICTS.get(event);
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  if (verdict === undefined || !isObject) return githubTitle(event, payload);
  return githubTitle('pull_request_review', { ...payload, review: { state: verdict } });
}
