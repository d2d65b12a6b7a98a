import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolDb } from '../db/connection';
import { BULK_ACTS, type BulkAct } from '../queue/bulk-job';
import { QueueError } from '../queue/errors';
import type { OwnerScope } from '../queue/scope';
import { type BulkJob, getBulkJob } from '../store/board/list-bulk-jobs';
import { type BulkTarget, startBulkJob } from '../store/board/start-bulk-job';
import { sentence } from './endpoint-cards';
import { textOf } from './form';
import { ledgerHref, parseLedgerQuery } from './ledger-query';
import { isTodoId } from './todo-id';

/** A bulk act as a page sent it. */
export interface BulkOrder {
  readonly act: BulkAct;
  readonly target: BulkTarget;
}

/** What is told of a job right after its start. */
export interface BulkAnswer {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  readonly isRunning: boolean;
}

const SHOWN = /^(\S{1,100}) (\d{1,9})$/;
const WATCH_MS = 4_000;
const WATCH_STEP_MS = 100;

/** The act that a whole state can be given, if any. */
export function bulkActOn(state: string | undefined): BulkAct | undefined {
  if (state === 'dead_letter' || state === 'retrying') return 'retry';
  return state === 'claimed' ? 'release' : undefined;
}

/** The acts that some todo of a list can be given: of what is failed, none is there to release, and of what is held, none to retry. */
export function bulkActsOffered(state: string | undefined): readonly BulkAct[] {
  const act = bulkActOn(state);
  return act ? [act] : BULK_ACTS;
}

/**
 * Reads a bulk act out of a form: `bulk` says retry or release, `retry_all` or `release_all`; each `todo` is an id and the
 * number of attempts that the page showed, and `state`, `queue` and `q` are the list's filters.
 * @returns undefined for what no page of ours sends, a refusal when nothing was selected
 */
export function parseBulkOrder(form: FormData): BulkOrder | BulkAnswer | undefined {
  const [name, all] = textOf(form, 'bulk').split('_');
  const act = BULK_ACTS.find((known) => known === name);
  if (!act) return undefined;
  if (all === 'all') return orderForAll(form, act);
  const selection = form.getAll('todo').flatMap((value) => {
    const [, id = '', seen] = (typeof value === 'string' && SHOWN.exec(value)) || [];
    return isTodoId(id) ? [{ id, attemptSeq: Number(seen) }] : [];
  });
  if (selection.length === 0) return refused('Nothing was changed: no todo is selected. Tick some first.');
  return { act, target: { selection } };
}

function orderForAll(form: FormData, act: BulkAct): BulkOrder | undefined {
  const given = Object.fromEntries(['state', 'queue', 'q'].map((name) => [name, textOf(form, name)]));
  const { state, queue, search } = parseLedgerQuery(given);
  if (state !== 'dead_letter' && state !== 'retrying' && state !== 'claimed') return undefined;
  return bulkActOn(state) === act ? { act, target: { filter: { state, queue, search } } } : undefined;
}

/** The list that a form was sent from, with its filters. */
export function ledgerHrefOf(form: FormData): string {
  return ledgerHref(Object.fromEntries(['state', 'queue', 'q'].map((name) => [name, textOf(form, name)])));
}

/** Starts a bulk job and watches it for a moment: most are over by then, of the others the activity page tells. */
export async function startBulk(db: PoolDb, scope: OwnerScope, { act, target }: BulkOrder): Promise<BulkAnswer> {
  try {
    const { id, total } = await startBulkJob(db, scope, act, target);
    if (total === 0) return refused('Nothing was changed: no todo matches any more.');
    const job = await watch(db, scope, id);
    if (job?.finishedAt) return { kind: 'done', text: `${outcomeInWords(job)}.`, isRunning: false };
    return { kind: 'done', text: `${begunInWords(act)} ${todosInWords(total)}.`, isRunning: true };
  } catch (error) {
    if (error instanceof QueueError && error.code === 'invalid') return refused(sentence(error));
    throw error;
  }
}

/** `Retried 3, skipped 1 that had moved on, failed 0`. */
export function outcomeInWords({ act, done, skipped, failed }: BulkJob): string {
  const counted = (count: number) => count.toLocaleString('en');
  const moved = `${act === 'retry' ? 'Retried' : 'Released'} ${counted(done)}`;
  return `${moved}, skipped ${counted(skipped)}${skipped > 0 ? ' that had moved on' : ''}, failed ${counted(failed)}`;
}

export function todosInWords(count: number): string {
  return count === 1 ? '1 todo' : `${count.toLocaleString('en')} todos`;
}

function begunInWords(act: BulkAct): string {
  return act === 'retry' ? 'Retrying' : 'Releasing';
}

function refused(text: string): BulkAnswer {
  return { kind: 'refused', text, isRunning: false };
}

async function watch(db: PoolDb, scope: OwnerScope, id: string): Promise<BulkJob | undefined> {
  let job = await getBulkJob(db, scope, id);
  for (let waited = 0; waited < WATCH_MS && job && job.finishedAt === null; waited += WATCH_STEP_MS) {
    await sleep(WATCH_STEP_MS);
    job = await getBulkJob(db, scope, id);
  }
  return job;
}
