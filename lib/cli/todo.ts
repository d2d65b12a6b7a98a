import type { Db } from '../db/connection';
import type { Attempt } from '../queue/attempt';
import { CLAIMABLE_IN_WORDS, explain } from '../queue/claimability-words';
import type { OwnerScope } from '../queue/scope';
import { type CompactTodo, isDeadLetter, TODO_FILTERS, type TodoFilter } from '../queue/todo';
import { getTodoAsOwner, type OwnedTodo } from '../store/board/get-todo-as-owner';
import { releaseTodoAsOwner } from '../store/board/release-todo-as-owner';
import { retryTodoAsOwner } from '../store/board/retry-todo-as-owner';
import { whyNotClaimable } from '../store/board/why-not-claimable';
import { createTodo } from '../store/create-todo';
import { getEndpoint } from '../store/endpoints/list-endpoints';
import { findTodoOwner } from '../store/operator/find-owner';
import { listAnyTodos } from '../store/operator/list-any-todos';
import type { Command, Result } from './command';
import { ownerOfEndpoint } from './endpoint';
import { orRefuse, Refused, UsageError } from './failures';
import { ownerNamed } from './find-human';
import { parseJsonArgument, parseWhole } from './values';

const create: Command = {
  name: 'todo create',
  summary: 'Puts a todo into a queue of an endpoint; a key that a live todo holds gives that todo back',
  options: {
    endpoint: { value: 'ID', help: 'The endpoint whose agent shall do it', required: true },
    queue: { value: 'QUEUE', help: 'The queue it waits in', required: true },
    title: { value: 'TITLE', help: 'What a person reads in a list', required: true },
    kind: { value: 'KIND', help: 'A label that agents can tell todos by' },
    payload: { value: 'JSON|@FILE', help: 'What the agent needs to know, as JSON or from a file' },
    key: { value: 'KEY', help: 'Idempotency key: one live todo per endpoint and key' },
    assignee: { value: 'agent:ID', help: 'The only agent (or op:ID, human) that may claim it' },
    'max-attempts': { value: 'N', help: 'Tries before it becomes a dead letter, 1 to 100' },
  },
  examples: [
    'todo create --endpoint ID --queue ci --title "Fix the flaky deploy test"',
    'todo create --endpoint ID --queue ci --title "Nightly report" --key nightly-2026-01-31 --payload @report.json',
  ],
  run: async ({ db, note }, args) => {
    const endpointId = args.required('endpoint');
    const owner = await ownerOfEndpoint(db, endpointId);
    const { agentId, queues } = await getEndpoint(db, owner, endpointId);
    const assignee = args.optional('assignee');
    const takers = [`agent:${agentId}`, owner.owner];
    if (assignee !== undefined && !takers.includes(assignee))
      throw new Refused('invalid', `--assignee must be the endpoint's agent or its human: ${takers.join(' or ')}`);
    const payload = args.optional('payload');
    const cap = args.optional('max-attempts');
    const made = createTodo(
      db,
      { endpointId },
      {
        operation: 'todo create',
        queue: args.required('queue'),
        title: args.required('title'),
        source: 'cli',
        kind: args.optional('kind'),
        payloadText: payload === undefined ? undefined : parseJsonArgument('payload', payload),
        idempotencyKey: args.optional('key'),
        assignee,
        maxAttempts: cap === undefined ? undefined : parseWhole('max-attempts', cap),
      },
    );
    const { todo, created } = await orRefuse(made, { not_found: `endpoint ${endpointId} is revoked or has expired` });
    if (!queues.includes(todo.queue))
      note(`The endpoint is not granted the queue ${todo.queue}: its agent will not see this todo.`);
    return { id: todo.id, created, state: todo.state };
  },
};

const list: Command = {
  name: 'todo list',
  summary: 'Lists todos, newest first: state and counters',
  options: {
    human: { value: 'ID|EMAIL', help: 'Only those of one human' },
    endpoint: { value: 'ID', help: 'Only those of one endpoint' },
    queue: { value: 'QUEUE', help: 'Only those of one queue' },
    state: { value: 'STATE', help: `One of ${TODO_FILTERS.join(', ')}` },
    limit: { value: 'N', help: 'How many, 50 by default, 200 at most' },
    cursor: { value: 'CURSOR', help: 'Where the next page begins: next_cursor of the one before' },
  },
  examples: ['todo list', 'todo list --state dead_letter --queue ci --json'],
  run: async ({ db }, args) => {
    const human = args.optional('human');
    const limit = args.optional('limit');
    const page = await listAnyTodos(db, {
      owner: human === undefined ? undefined : await ownerNamed(db, human),
      endpointId: args.optional('endpoint'),
      queue: args.optional('queue'),
      state: parseState(args.optional('state')),
      limit: limit === undefined ? undefined : parseWhole('limit', limit),
      cursor: args.optional('cursor'),
    });
    return {
      todos: page.todos.map(presentTodo),
      ...(page.nextCursor !== undefined && { next_cursor: page.nextCursor }),
    };
  },
};

const show: Command = {
  name: 'todo show',
  summary: "Shows a todo's state, counters and how its attempts ended; what agents wrote stays with its human",
  positionals: ['ID'],
  examples: ['todo show td_0197c0de-0000-7000-8000-000000000001'],
  run: async ({ db }, args) => {
    const { todo, attempts, attemptsTotal, attemptsPruned, deliveries } = await readTodo(db, args.positional(0));
    return {
      ...presentTodo(todo),
      deliveries,
      attempts_total: attemptsTotal,
      attempts_pruned: attemptsPruned,
      attempts: attempts.map(presentAttempt),
    };
  },
};

const retry: Command = {
  name: 'todo retry',
  summary: 'Brings a dead letter or a parked retry back to pending at once, its history kept',
  positionals: ['ID'],
  examples: ['todo retry td_0197c0de-0000-7000-8000-000000000001'],
  run: async ({ db }, args) => {
    const { owner, todo, attemptsTotal, endpointRevoked } = await readTodo(db, args.positional(0));
    const why = endpointRevoked ? 'its endpoint is revoked' : `it is ${todo.state}, or a newer todo holds its key`;
    const verb = retryTodoAsOwner(db, owner, { id: todo.id, attemptsTotal });
    return presentTodo(await orRefuse(verb, { conflict: `todo ${todo.id} cannot be retried: ${why}` }));
  },
};

const release: Command = {
  name: 'todo release',
  summary: 'Takes a claimed todo from its worker, fenced or not, and makes it pending again',
  positionals: ['ID'],
  examples: ['todo release td_0197c0de-0000-7000-8000-000000000001'],
  run: async ({ db }, args) => {
    const { owner, todo, attemptsTotal } = await readTodo(db, args.positional(0));
    const verb = releaseTodoAsOwner(db, owner, { id: todo.id, attemptSeq: attemptsTotal });
    const words = { conflict: `todo ${todo.id} cannot be released: it is ${todo.state}, and nobody holds it` };
    return presentTodo(await orRefuse(verb, words));
  },
};

const why: Command = {
  name: 'todo why',
  summary: 'Says why a todo is not being claimed, by the clock of the database, and what to do',
  positionals: ['ID'],
  examples: ['todo why td_0197c0de-0000-7000-8000-000000000001'],
  run: async ({ db, note }, args) => {
    const { owner, todo } = await readTodo(db, args.positional(0));
    const answer = await whyNotClaimable(db, owner, todo.id);
    if (answer.obstacles.length === 0) note(CLAIMABLE_IN_WORDS);
    const reasons = explain(answer).map(({ code, reason, remedy }) => ({ code, reason, remedy }));
    return { id: todo.id, state: todo.state, claimable: answer.claimable, reasons };
  },
};

export const todoCommands: readonly Command[] = [create, list, show, why, retry, release];

async function readTodo(db: Db, id: string): Promise<OwnedTodo & { owner: OwnerScope }> {
  const owner = await findTodoOwner(db, id);
  if (!owner) throw new Refused('not_found', `there is no todo ${id}; see: todo list`);
  return { owner, ...(await getTodoAsOwner(db, owner, id)) };
}

function parseState(text: string | undefined): TodoFilter | undefined {
  if (text === undefined) return undefined;
  const state = TODO_FILTERS.find((filter) => filter === text);
  if (state === undefined) throw new UsageError(`--state must be one of ${TODO_FILTERS.join(', ')}`);
  return state;
}

/** What the operator may know of anybody's todo: never a payload, and nothing that an agent wrote (SPEC-0034 REQ-10). */
function presentTodo(todo: CompactTodo): Result {
  return {
    id: todo.id,
    endpoint_id: todo.endpointId,
    queue: todo.queue,
    title: todo.title,
    state: todo.state,
    dead_letter: isDeadLetter(todo),
    attempt: todo.attempt,
    max_attempts: todo.maxAttempts,
    source: todo.source,
    kind: todo.kind,
    created_at: todo.createdAt,
    lease_expires_at: todo.leaseExpiresAt,
    next_retry_at: todo.nextRetryAt,
    finished_at: todo.finishedAt,
    payload_size: todo.payloadSize,
  };
}

function presentAttempt(attempt: Attempt): Result {
  return {
    seq: attempt.seq,
    attempt: attempt.attempt,
    claimer_kind: attempt.claimerKind,
    claimed_at: attempt.claimedAt,
    last_heartbeat_at: attempt.lastHeartbeatAt,
    ended_at: attempt.endedAt,
    outcome: attempt.outcome,
    disposition: attempt.disposition,
    died: attempt.died,
  };
}
