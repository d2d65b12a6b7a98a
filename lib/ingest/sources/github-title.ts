import type { JsonValue } from '../../queue/json';
import { textAt, valueAt } from '../read-json';

type Payload = JsonValue | undefined;
type Line = (payload: Payload) => string | undefined;

/**
 * A line a person can read, with the repository it is about.
 * @param event `X-GitHub-Event`; one that is not known here gives its own name and action
 */
export function githubTitle(event: string, payload: Payload): string {
  const line = LINES.get(event)?.(payload) ?? [event, action(payload)].filter(Boolean).join(' ');
  const where = textAt(payload, 'repository', 'full_name') ?? textAt(payload, 'organization', 'login');
  return where === undefined ? line : `${line} (${where})`;
}

const LINES = new Map<string, Line>([
  [
    'pull_request',
    (payload) => numbered('Pull request', 'pull_request', payload, wasMerged(payload) ? 'merged' : action(payload)),
  ],
  [
    'pull_request_review',
    (payload) => numbered('Review of pull request', 'pull_request', payload, textAt(payload, 'review', 'state')),
  ],
  [
    'pull_request_review_comment',
    (payload) => numbered('Comment on pull request', 'pull_request', payload, action(payload)),
  ],
  ['issues', (payload) => numbered('Issue', 'issue', payload, action(payload))],
  [
    'issue_comment',
    (payload) => numbered(`Comment on ${issueOrPullRequest(payload)}`, 'issue', payload, action(payload)),
  ],
  [
    'commit_comment',
    (payload) => sentence('Comment on commit', textAt(payload, 'comment', 'commit_id')?.slice(0, 7), action(payload)),
  ],
  ['discussion', (payload) => numbered('Discussion', 'discussion', payload, action(payload))],
  ['discussion_comment', (payload) => numbered('Comment on discussion', 'discussion', payload, action(payload))],
  ['push', push],
  ['create', (payload) => sentence(branchOrTag(payload), textAt(payload, 'ref'), 'created')],
  ['delete', (payload) => sentence(branchOrTag(payload), textAt(payload, 'ref'), 'deleted')],
  [
    'release',
    (payload) =>
      sentence('Release', textAt(payload, 'release', 'tag_name'), action(payload), textAt(payload, 'release', 'name')),
  ],
  [
    'workflow_run',
    (payload) =>
      run('Workflow', 'workflow_run', 'name', payload) ?? run('Workflow', 'workflow_run', 'display_title', payload),
  ],
  ['workflow_job', (payload) => run('Workflow job', 'workflow_job', 'name', payload)],
  ['check_run', (payload) => run('Check', 'check_run', 'name', payload)],
  ['check_suite', (payload) => run('Checks on', 'check_suite', 'head_branch', payload)],
  ['deployment_status', (payload) => run('Deployment to', 'deployment_status', 'environment', payload)],
  ['status', (payload) => sentence('Status', textAt(payload, 'context'), textAt(payload, 'state'))],
  ['ping', (payload) => sentence('Ping', 'from GitHub', undefined, textAt(payload, 'zen'))],
]);

/** `what name happened: detail`; undefined without a name, since the line would say nothing. */
function sentence(what: string, name: string | undefined, happened?: string, detail?: string): string | undefined {
  if (name === undefined) return undefined;
  const line = [what, name, happened].filter(Boolean).join(' ');
  return detail === undefined ? line : `${line}: ${detail}`;
}

function numbered(what: string, field: string, payload: Payload, happened: string | undefined): string | undefined {
  const number = textAt(payload, field, 'number');
  return number === undefined ? undefined : sentence(what, `#${number}`, happened, textAt(payload, field, 'title'));
}

function run(what: string, field: string, nameField: string, payload: Payload): string | undefined {
  const verdict = textAt(payload, field, 'conclusion') ?? textAt(payload, field, 'state') ?? action(payload);
  const branch = nameField === 'head_branch' ? undefined : textAt(payload, field, 'head_branch');
  return sentence(what, textAt(payload, field, nameField), branch && `on ${branch}`, verdict);
}

function push(payload: Payload): string | undefined {
  const ref = textAt(payload, 'ref');
  const name = ref?.replace(/^refs\/(?:heads|tags)\//, '');
  const what = ref?.startsWith('refs/tags/') ? 'Tag' : 'Branch';
  if (valueAt(payload, 'deleted') === true) return sentence(what, name, 'deleted');
  if (what === 'Tag') return sentence(what, name, 'pushed');
  return sentence('Push to', name, undefined, textAt(payload, 'head_commit', 'message')?.split('\n')[0]);
}

function action(payload: Payload): string | undefined {
  return textAt(payload, 'action')?.replaceAll('_', ' ');
}

function wasMerged(payload: Payload): boolean {
  return textAt(payload, 'action') === 'closed' && valueAt(payload, 'pull_request', 'merged') === true;
}

function issueOrPullRequest(payload: Payload): string {
  return (valueAt(payload, 'issue', 'pull_request') ?? null) === null ? 'issue' : 'pull request';
}

function branchOrTag(payload: Payload): string {
  return textAt(payload, 'ref_type') === 'tag' ? 'Tag' : 'Branch';
}
