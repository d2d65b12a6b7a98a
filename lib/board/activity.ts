import type { Db } from '../db/connection';
import { type OwnerScope, uuidOrNil } from '../queue/scope';
import { ACTS_PAGE_SIZE, type ListedAct, listActs } from '../store/board/list-acts';
import { type BulkJob, listBulkJobs } from '../store/board/list-bulk-jobs';
import type { HumanAct } from '../store/board/record-act';
import { outcomeInWords, todosInWords } from './bulk';
import { stateLabel } from './states';
import { type When, when } from './when';

/** One act as the log tells it: ids and names, never what an agent wrote. */
export interface ActLine {
  readonly id: string;
  readonly by: string;
  /** `Released attempt 2 of`, to be followed by what it was done to. */
  readonly did: string;
  readonly target: { readonly text: string; readonly href: string | undefined } | undefined;
  readonly at: When;
}

/** One bulk job with its progress. */
export interface JobLine {
  readonly id: string;
  readonly title: string;
  readonly total: number;
  readonly looked: number;
  readonly isRunning: boolean;
  /** `Retried 3, skipped 1 that had moved on, failed 0`. */
  readonly outcome: string;
  readonly begun: When;
  readonly finished: When | undefined;
}

/** The page `/activity`. */
export interface Activity {
  readonly jobs: readonly JobLine[];
  readonly acts: readonly ActLine[];
  readonly olderHref: string | undefined;
  readonly isOlder: boolean;
}

/** Reads the human's bulk jobs and acts, newest first. */
export async function readActivity(db: Db, scope: OwnerScope, before: string | undefined): Promise<Activity> {
  const from = before === undefined ? undefined : uuidOrNil(before);
  const [jobs, acts] = await Promise.all([
    from === undefined ? listBulkJobs(db, scope) : [],
    listActs(db, scope, { limit: ACTS_PAGE_SIZE, before: from }),
  ]);
  const page = acts.slice(0, ACTS_PAGE_SIZE);
  const last = page.at(-1);
  return {
    jobs: jobs.map(jobLine),
    acts: page.map(actLine),
    olderHref: acts.length > page.length && last ? `/activity?before=${last.id}` : undefined,
    isOlder: from !== undefined,
  };
}

const DID: Readonly<Record<HumanAct, string>> = {
  claim: 'claimed',
  extend: 'extended the lease of',
  complete: 'completed',
  fail: 'failed',
  release: 'released',
  retry: 'retried',
  create: 'created',
  vend: 'vended the endpoint',
  revoke: 'revoked the endpoint',
  rotate: 'rotated the credential of the endpoint',
  create_webhook: 'made a webhook for the endpoint',
  rotate_webhook: 'rotated a webhook of the endpoint',
  create_hook: 'registered a notify hook of the endpoint',
  delete_hook: 'deleted a notify hook of the endpoint',
  mint_token: 'minted an operator token',
  revoke_token: 'revoked an operator token',
  bulk_retry: 'began',
  bulk_release: 'began',
};

export function actLine(act: ListedAct): ActLine {
  const ofAttempt = act.attemptSeq !== null && ['complete', 'extend', 'fail', 'release'].includes(act.act);
  return {
    id: act.id,
    by: act.by,
    did: ofAttempt ? `${DID[act.act]} attempt ${act.attemptSeq} of` : DID[act.act],
    target: targetOf(act),
    at: when(act.at, act.readAt),
  };
}

/** A todo that retention took is told by its id; there is no page of it any more. */
function targetOf({ act, todoId, todoTitle, endpointId, endpointName, jobId }: ListedAct): ActLine['target'] {
  if (todoId !== null)
    return todoTitle === null ? { text: todoId, href: undefined } : { text: todoTitle, href: `/todos/${todoId}` };
  if (endpointId !== null) return { text: endpointName ?? endpointId, href: `/endpoints/${endpointId}` };
  const job = act === 'bulk_release' ? 'a bulk release' : 'a bulk retry';
  return jobId === null ? undefined : { text: job, href: `/activity#job-${jobId}` };
}

function jobLine(job: BulkJob): JobLine {
  const verb = job.act === 'retry' ? 'Retry' : 'Release';
  return {
    id: job.id,
    title: `${verb} of ${todosInWords(job.total)}${scopeInWords(job)}`,
    total: job.total,
    looked: job.done + job.skipped + job.failed,
    isRunning: job.finishedAt === null,
    outcome: outcomeInWords(job),
    begun: when(job.createdAt, job.readAt),
    finished: job.finishedAt === null ? undefined : when(job.finishedAt, job.readAt),
  };
}

function scopeInWords({ selected, state, queue, search }: BulkJob): string {
  if (selected !== null) return ', selected by hand';
  const kind = state === null || state === 'failed' ? '' : `, all that were ${stateLabel(state)}`;
  return `${kind}${queue === null ? '' : ` in queue ${queue}`}${search === null ? '' : ` matching “${search}”`}`;
}
