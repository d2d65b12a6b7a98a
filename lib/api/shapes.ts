import { z } from 'zod';
import { type Attempt, CLAIMER_KINDS, DISPOSITIONS, OUTCOMES } from '../queue/attempt';
import { exactJson } from '../queue/exact-json';
import { type CompactTodo, isDeadLetter, TODO_STATES } from '../queue/todo';
import { VERBS } from '../queue/verbs';
import type { WholeTodo } from '../store/board/get-whole-todo-as-owner';
import type { EndpointView } from '../store/endpoints/list-endpoints';
import type { NotifyHookView } from '../store/notify-hooks/list-notify-hooks';

/* Every wire name of an answer stands here and nowhere else. */

const text = (description: string) => z.string().meta({ description });
const whole = (description: string) => z.int().meta({ description });
const time = (description: string) =>
  z.string().meta({ description: `${description}, RFC 3339 UTC`, format: 'date-time' });
const timeOrNull = (description: string) => time(description).nullable();
const anyJson = (description: string) => z.unknown().meta({ description });

export const error = z
  .strictObject({
    error: z.strictObject({
      code: text('invalid, unauthorized, not_found, conflict, forbidden, too_many_requests, unavailable or internal.'),
      message: text('One sentence for a person: what is wrong and what to do.'),
    }),
  })
  .meta({ id: 'Error' });

const compactFields = {
  id: text('Id of the todo.'),
  endpoint_id: text('The endpoint that holds it.'),
  queue: text('Queue that it waits in.'),
  title: text('What is to be done, in one line; data from whoever created it.'),
  state: z.enum(TODO_STATES),
  dead_letter: z.boolean().meta({ description: 'True when it has failed for good; only a retry brings it back.' }),
  attempt: whole('Attempts since it was created or last retried by hand.'),
  max_attempts: whole('Attempts after which it becomes a dead letter.'),
  created_at: time('When it was created'),
  next_retry_at: timeOrNull('When a failed todo is tried again; null when no retry is due'),
  finished_at: timeOrNull('When it came to its end; null while it is live'),
  payload_size: whole('Bytes of the payload as JSON text; 0 without one.'),
  source: text('How it arrived.').optional(),
  kind: text('What sort of work it is.').optional(),
  owner: text('Who holds it, or held it last.').optional(),
  assignee: text('The only one who may claim it.').optional(),
  lease_expires_at: time('When the lease ends').optional(),
};

export const todo = z.strictObject(compactFields).meta({ id: 'Todo', description: 'A todo without its payload.' });

export const createdTodo = z
  .strictObject({
    ...compactFields,
    created: z.boolean().meta({ description: 'False when a live todo with this idempotency_key was there already.' }),
  })
  .meta({ id: 'CreatedTodo' });

export const todoPage = z
  .strictObject({
    todos: z.array(todo).meta({ description: 'Newest first.' }),
    next_cursor: text('Where the next page begins; absent on the last one.').optional(),
  })
  .meta({ id: 'TodoPage' });

const attempt = z
  .strictObject({
    seq: whole('Number of the attempt, from 1, never reset.'),
    attempt: whole("The todo's attempt counter then."),
    claimer_kind: z.enum(CLAIMER_KINDS),
    claimant: text('Label that the claimer gave itself.').nullable(),
    claimed_at: time('When it was claimed'),
    last_heartbeat_at: timeOrNull('The last heartbeat'),
    ended_at: timeOrNull('When it ended; null while it is open'),
    outcome: z.enum(OUTCOMES).nullable(),
    disposition: z.enum(DISPOSITIONS).nullable(),
    died: z.boolean().meta({ description: 'True when the lease lapsed and nothing was reported.' }),
    summary: text('What that attempt reported.').nullable(),
    summary_truncated: z.boolean(),
    artifact: text('Link that the attempt left.').nullable(),
  })
  .meta({ id: 'Attempt' });

export const wholeTodo = z
  .strictObject({
    ...compactFields,
    payload: anyJson('What the worker needs to know: any JSON, or null.'),
    routing: anyJson('Where a delivery came from: any JSON, or null.'),
    result: anyJson('What its worker stored: any JSON, or null.'),
    idempotency_key: text('The key that it holds while it is live.').nullable(),
    deliveries: whole('How often it was delivered, the first time included.'),
    attempts: z.array(attempt).meta({ description: 'Newest first, the open one included.' }),
    attempts_total: whole('Attempts that it has had, pruned ones included.'),
    attempts_pruned: whole('Oldest attempts that are no longer kept.'),
  })
  .meta({ id: 'WholeTodo', description: 'A todo with payload, result and history.' });

export const endpoint = z
  .strictObject({
    endpoint_id: text('Id of the endpoint.'),
    agent_id: text('The agent that it was vended to.'),
    name: text('What the Board calls it.'),
    queues: z.array(z.string()),
    verbs: z.array(z.enum(VERBS)),
    token_prefix: text('The first characters of its token.'),
    created_at: time('When it was vended'),
    expires_at: timeOrNull('When it ends by itself'),
    revoked_at: timeOrNull('When it was revoked'),
    last_seen_at: timeOrNull('When its token was used last'),
    last_client: text('The program that used it last, as it called itself.').nullable(),
  })
  .meta({ id: 'Endpoint' });

export const endpointPage = z
  .strictObject({
    endpoints: z.array(endpoint).meta({ description: 'Newest first, revoked ones included.' }),
    next_cursor: text('Where the next page begins; absent on the last one.').optional(),
  })
  .meta({ id: 'EndpointPage' });

export const vendedEndpoint = z
  .strictObject({
    endpoint_id: text('Id of the endpoint.'),
    agent_id: text('The agent that it was vended to.'),
    token: text('The bearer of its agent: shown this once.'),
    mcp_url: text('Where the agent connects.'),
    queues: z.array(z.string()),
    verbs: z.array(z.enum(VERBS)),
  })
  .meta({ id: 'VendedEndpoint' });

export const revokedEndpoint = z
  .strictObject({
    endpoint_id: text('Id of the endpoint.'),
    revoked: z.literal(true),
    dead_lettered: whole('How many of its todos became dead letters.'),
  })
  .meta({ id: 'RevokedEndpoint' });

export const createdHook = z
  .strictObject({
    id: text('Id of the hook.'),
    secret: text('whsec_…, with which the receiver verifies each call: shown this once.'),
  })
  .meta({ id: 'CreatedHook' });

const hook = z
  .strictObject({
    id: text('Id of the hook.'),
    endpoint_id: text('Whose todos it is told of.'),
    url: text('What is called.'),
    queues: z.array(z.string()).nullable().meta({ description: 'The queues that it is told of; null for all.' }),
    failures: whole('Failed calls in a row; the tenth disables it.'),
    waiting: whole('Calls that are still to be made, counted up to 1,000.'),
    last_sent_at: timeOrNull('When a call arrived last'),
    last_error: text('Why the last failed call failed.').nullable(),
    last_error_at: timeOrNull('When a call failed last'),
    disabled_at: timeOrNull('Since when it is not called any more'),
    disabled_reason: text('Why it is not called any more.').nullable(),
    created_at: time('When it was registered'),
  })
  .meta({ id: 'Hook' });

export const hookList = z.strictObject({ hooks: z.array(hook) }).meta({ id: 'HookList' });

export const deletedHook = z
  .strictObject({ id: text('Id of the hook.'), deleted: z.literal(true) })
  .meta({ id: 'DeletedHook' });

export function presentHook(from: NotifyHookView): z.input<typeof hook> {
  return {
    id: from.id,
    endpoint_id: from.endpointId,
    url: from.url,
    queues: from.queues && [...from.queues],
    failures: from.failures,
    waiting: from.waiting,
    last_sent_at: from.lastSentAt,
    last_error: from.lastError,
    last_error_at: from.lastErrorAt,
    disabled_at: from.disabledAt,
    disabled_reason: from.disabledReason,
    created_at: from.createdAt,
  };
}

export function presentTodo(from: CompactTodo): z.input<typeof todo> {
  return {
    id: from.id,
    endpoint_id: from.endpointId,
    queue: from.queue,
    title: from.title,
    state: from.state,
    dead_letter: isDeadLetter(from),
    attempt: from.attempt,
    max_attempts: from.maxAttempts,
    created_at: from.createdAt,
    next_retry_at: from.nextRetryAt,
    finished_at: from.finishedAt,
    payload_size: from.payloadSize,
    ...(from.source !== null && { source: from.source }),
    ...(from.kind !== null && { kind: from.kind }),
    ...(from.owner !== null && { owner: from.owner }),
    ...(from.assignee !== null && { assignee: from.assignee }),
    ...(from.leaseExpiresAt !== null && { lease_expires_at: from.leaseExpiresAt }),
  };
}

export function presentWholeTodo(from: WholeTodo): z.input<typeof wholeTodo> {
  return {
    ...presentTodo(from.todo),
    payload: exactJson(from.todo.payloadText),
    routing: exactJson(from.todo.routingText),
    result: exactJson(from.resultText),
    idempotency_key: from.idempotencyKey,
    deliveries: from.deliveries,
    attempts: from.attempts.map(presentAttempt),
    attempts_total: from.attemptsTotal,
    attempts_pruned: from.attemptsPruned,
  };
}

function presentAttempt(from: Attempt): z.input<typeof attempt> {
  return {
    seq: from.seq,
    attempt: from.attempt,
    claimer_kind: from.claimerKind,
    claimant: from.claimant,
    claimed_at: from.claimedAt,
    last_heartbeat_at: from.lastHeartbeatAt,
    ended_at: from.endedAt,
    outcome: from.outcome,
    disposition: from.disposition,
    died: from.died,
    summary: from.summary,
    summary_truncated: from.summaryTruncated,
    artifact: from.artifact,
  };
}

export function presentEndpoint(from: EndpointView): z.input<typeof endpoint> {
  return {
    endpoint_id: from.id,
    agent_id: from.agentId,
    name: from.name,
    queues: [...from.queues],
    verbs: VERBS.filter((verb) => from.verbs.includes(verb)),
    token_prefix: from.tokenPrefix,
    created_at: from.createdAt,
    expires_at: from.expiresAt,
    revoked_at: from.revokedAt,
    last_seen_at: from.lastSeenAt,
    last_client: from.lastClient,
  };
}
