import { setTimeout as sleep } from 'node:timers/promises';
import type { Operator } from '@/lib/cli/operator';
import { Agent } from './agent';
import { claimAndDie } from './doomed-worker';
import { type GithubWebhook, post, pullRequestDelivery } from './github';
import { aside, chapter, done, expectThat } from './tell';

/** The place the story plays in. */
export interface Stage {
  readonly operator: Pick<Operator, 'db' | 'config'>;
  readonly endpoint: { readonly id: string; readonly token: string; readonly mcpUrl: string };
  readonly webhook: GithubWebhook;
  /** Runs one command of the operator CLI and reads its answer. */
  readonly cli: (...words: string[]) => Promise<Record<string, unknown>>;
}

const LEASE_SECONDS = 3;
const REAPED_WITHIN_MS = 30_000;

/** A delivery that comes five times is one todo, and a worker completes it. */
export async function completes(stage: Stage): Promise<string> {
  chapter('A pull request is opened. GitHub delivers it, and delivers it again');
  const delivery = await pullRequestDelivery('opened', stage.webhook.secret);
  const first = await post(stage.webhook, delivery);
  const again = await Promise.all([1, 2, 3, 4].map(() => post(stage.webhook, delivery)));
  expectThat(
    first.created && again.every((one) => one.id === first.id && !one.created),
    'five deliveries to be one todo',
  );
  done(`five deliveries under one id became one todo, ${first.id}`);
  const agent = await connect(stage, 'reviewer');
  const claimed = await agent.claimNext();
  expectThat(claimed.todo.id === first.id, 'the delivered todo to be the next one');
  done(`reviewer claimed “${claimed.todo.title}”`);
  const completed = await agent.complete(claimed, 'reviewed, no objections');
  await agent.close();
  expectThat(completed.state === 'done', 'the todo to be done');
  done('reviewer completed it');
  return showOnBoard(stage, first.id);
}

/** A fenced attempt fails with a summary, waits for its retry, and the next attempt is told what was tried. */
export async function failsAndRetries(stage: Stage): Promise<string> {
  chapter('The branch is pushed to. One worker fails, the next one knows why');
  const { id } = await post(stage.webhook, await pullRequestDelivery('synchronize', stage.webhook.secret));
  const [first, second] = [await connect(stage, 'fixer, first try'), await connect(stage, 'fixer, second try')];
  const claimed = await first.claimNext({ require_fence: true });
  expectThat(claimed.todo.id === id && claimed.leaseToken !== undefined, 'a fenced claim to hand out a lease token');
  done('claimed with a fence: only the holder of the lease token can report');
  const summary = 'tests still red: the snapshot of README.md differs';
  const parked = await first.fail(claimed, summary);
  expectThat(
    parked.state === 'failed' && parked.next_retry_at !== null,
    'a failure below the cap to be parked for a retry',
  );
  done(`failed and is parked until ${parked.next_retry_at} (attempt ${parked.attempt} of ${parked.max_attempts})`);
  await stage.operator.db.sql`update todos set next_retry_at = now() - interval '1 second' where id = ${id}`;
  aside('(the demo does not wait: an SQL update has just moved the retry window into the past)');
  const retried = await second.claimNext({ require_fence: true });
  const [prior] = retried.priorAttempts;
  expectThat(
    retried.todo.id === id && prior?.summary === summary,
    'prior_attempts[0].summary to be what the first worker said',
  );
  done(`claimed again as attempt ${retried.attemptSeq}; prior_attempts[0] says “${prior.summary}”`);
  const completed = await second.complete(retried, 'snapshot updated, tests green');
  expectThat(completed.state === 'done', 'the second attempt to complete the todo');
  done('completed with the second lease token');
  await Promise.all([first.close(), second.close()]);
  return showOnBoard(stage, id);
}

/** At the cap a failure is not parked but a dead letter. */
export async function deadLetters(stage: Stage): Promise<string> {
  chapter('A todo that may be tried once is put in by the CLI, and fails');
  const made = await stage.cli(
    'todo',
    'create',
    '--endpoint',
    stage.endpoint.id,
    '--queue',
    'demo',
    '--title',
    'Deploy on a Friday',
    '--max-attempts',
    '1',
  );
  const agent = await connect(stage, 'deployer');
  const failed = await agent.fail(await agent.claimNext(), 'rolled back');
  await agent.close();
  expectThat(
    failed.id === made.id && failed.dead_letter && failed.next_retry_at === null,
    'a failure at the cap to be a dead letter',
  );
  done('failed at attempt 1 of 1: a dead letter, which only a manual retry brings back');
  return showOnBoard(stage, failed.id);
}

/** A worker is killed in mid-lease; the reaper gives its todo back, and the next claimer is told of the death. */
export async function diesAndIsReaped(stage: Stage): Promise<string> {
  chapter('A review is requested. The worker that takes it is killed with SIGKILL');
  const { id } = await post(stage.webhook, await pullRequestDelivery('review_requested', stage.webhook.secret));
  const { todoId, pid } = await claimAndDie(stage.endpoint.mcpUrl, stage.endpoint.token, LEASE_SECONDS);
  expectThat(todoId === id, 'the worker process to have claimed the delivered todo');
  done(`process ${pid} claimed it under a lease of ${LEASE_SECONDS} seconds and was killed in the middle`);
  const agent = await connect(stage, 'successor');
  await untilReaped(agent, id);
  done('the lease lapsed, and the reaper put the todo back');
  const claimed = await agent.claimNext();
  const [prior] = claimed.priorAttempts;
  expectThat(
    claimed.todo.id === id && prior?.died === true && prior.summary === null,
    'prior_attempts[0].died to be true',
  );
  done(`successor claimed it and is told of “${prior.claimant}”: outcome ${prior.outcome}, died: ${prior.died}`);
  await agent.complete(claimed, 'reviewed in its place');
  await agent.close();
  done('successor completed it');
  return showOnBoard(stage, id);
}

function connect({ endpoint }: Stage, claimant: string): Promise<Agent> {
  return Agent.connect(endpoint.mcpUrl, endpoint.token, claimant);
}

async function untilReaped(agent: Agent, id: string): Promise<void> {
  const deadline = performance.now() + REAPED_WITHIN_MS;
  while (performance.now() < deadline) {
    const { state, attempts } = await agent.read(id);
    if (state === 'pending' && attempts[0]?.outcome === 'reaped') return;
    await sleep(250);
  }
  expectThat(false, `the reaper to have put the todo back within ${REAPED_WITHIN_MS / 1000} seconds`);
}

function showOnBoard({ operator }: Stage, id: string): string {
  const link = `${operator.config.baseUrl}/todos/${id}`;
  aside(`Board: ${link}`);
  return link;
}
