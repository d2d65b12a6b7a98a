import definitions from '@octokit/webhooks-examples';
import { describe, expect, it } from 'vitest';
import { oneLine } from '@/lib/ingest/new-todo-of';
import { generic } from '@/lib/ingest/sources/generic';
import { githubTitle } from '@/lib/ingest/sources/github-title';
import type { JsonValue } from '@/lib/queue/json';

const titles = (event: string) =>
  definitions
    .find(({ name }) => name === event)
    ?.examples.map((example) => githubTitle(event, example as unknown as JsonValue)) ?? [];

describe('titles of what GitHub really sends', () => {
  it.each([
    ['pull_request', 'Pull request #2 opened: Update the README with new information. (Codertocat/Hello-World)'],
    [
      'pull_request',
      'Pull request #2 ready for review: Update the README with new information. (Codertocat/Hello-World)',
    ],
    [
      'pull_request_review',
      'Review of pull request #2 commented: Update the README with new information. (Codertocat/Hello-World)',
    ],
    [
      'pull_request_review_comment',
      'Comment on pull request #2 created: Update the README with new information. (Codertocat/Hello-World)',
    ],
    ['issues', 'Issue #1 opened: Spelling error in the README file (Codertocat/Hello-World)'],
    ['issue_comment', 'Comment on issue #1 created: Spelling error in the README file (Codertocat/Hello-World)'],
    ['commit_comment', 'Comment on commit 6113728 created (Codertocat/Hello-World)'],
    ['push', 'Tag simple-tag pushed (Codertocat/Hello-World)'],
    ['create', 'Tag simple-tag created (Codertocat/Hello-World)'],
    ['delete', 'Tag simple-tag deleted (Codertocat/Hello-World)'],
    ['release', 'Release 0.0.1 published (Codertocat/Hello-World)'],
    ['workflow_run', 'Workflow Manually triggered workflow on main: completed (Codertocat/Hello-World)'],
    [
      'workflow_run',
      'Workflow ci(action): update actions/setup-node digest to 8c91899 on master: success (octo-org/octo-repo)',
    ],
    ['check_suite', 'Checks on changes: success (Codertocat/Hello-World)'],
    ['deployment_status', 'Deployment to production: success (Codertocat/Hello-World)'],
    ['status', 'Status default success (Codertocat/Hello-World)'],
    ['ping', 'Ping from GitHub: Anything added dilutes everything else. (Octocoders)'],
  ])('%s: %s', (event, title) => {
    expect(titles(event)).toContain(title);
  });

  it('every example of every event has a title that begins with words, within one line', () => {
    const all = definitions.flatMap(({ name }) => titles(name).map((title) => ({ name, title })));
    expect(all.length).toBeGreaterThan(250);
    expect(all.filter(({ title }) => !/^[\w(]/.test(title) || /undefined|null|\[object|\n/.test(title))).toEqual([]);
  });

  it('an event nobody knows gives its name and action', () => {
    expect(githubTitle('quantum_leap', { action: 'half_done', repository: { full_name: 'a/b' } })).toBe(
      'quantum_leap half done (a/b)',
    );
    expect(githubTitle('constructor', { toString: 1 })).toBe('constructor');
    expect(githubTitle('pull_request', 'not an object')).toBe('pull_request');
  });

  it('a merge is told from a mere closing', () => {
    const pull_request = { number: 7, title: 'Fix', merged: true };
    expect(githubTitle('pull_request', { action: 'closed', pull_request })).toBe('Pull request #7 merged: Fix');
    expect(githubTitle('pull_request', { action: 'closed', pull_request: { ...pull_request, merged: false } })).toBe(
      'Pull request #7 closed: Fix',
    );
  });

  it('a push to a branch shows the first line of its last commit', () => {
    expect(githubTitle('push', { ref: 'refs/heads/feature/x', head_commit: { message: 'Fix it\n\nAt last' } })).toBe(
      'Push to feature/x: Fix it',
    );
    expect(githubTitle('push', { ref: 'refs/heads/x', deleted: true })).toBe('Branch x deleted');
  });
});

describe('titles of generic deliveries', () => {
  const title = (payload: JsonValue | undefined) => generic.title(new Headers(), payload);

  it('come from the first obvious field that holds text', () => {
    expect(title({ message: 'Disk full', event: 'alert' })).toBe('Disk full');
    expect(title({ title: '  ', subject: 'Hello' })).toBe('Hello');
    expect(title({ event: 'order.created' })).toBe('order.created');
  });

  it.each([[undefined], [null], [[]], [{ title: { nested: true } }], ['text']])('%j has none', (payload) => {
    expect(title(payload as JsonValue | undefined)).toBe('Webhook delivery');
  });
});

describe('oneLine', () => {
  it('leaves no line break, tab or escape, and cuts between characters', () => {
    expect(oneLine(' a\r\n\tb\u001b[31mc ', 50)).toBe('a b [31mc');
    expect(oneLine('abcdef', 4)).toBe('abc…');
    expect(oneLine('ab😀d', 4)).toBe('ab…');
  });
});
