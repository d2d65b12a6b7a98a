import { z } from 'zod';
import { type Attempt, CLAIMER_KINDS, DISPOSITIONS, OUTCOMES } from '../../queue/attempt';
import { exactJson } from '../../queue/exact-json';
import type { WholeTodo } from '../../store/board/get-whole-todo-as-owner';
import { compactFields, presentTodo } from './todo';
import { anyJson, text, time, timeOrNull, whole } from './wire';

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
