import type { Db, PoolDb } from '../db/connection';
import { QueueError } from '../queue/errors';
import type { OwnerScope } from '../queue/scope';
import { recordAct } from '../store/board/record-act';
import { createTodo } from '../store/create-todo';
import { type EndpointView, getEndpoint, listEndpoints } from '../store/endpoints/list-endpoints';
import { revokeEndpoint } from '../store/endpoints/revoke-endpoint';
import type { ActAnswer } from './act-on-todo';
import { found } from './found';
import { type When, when } from './when';

export type EndpointStatus = 'live' | 'expired' | 'revoked';

/** An endpoint as a card shows it; the credential is known by its first characters alone. */
export interface EndpointCard {
  readonly id: string;
  readonly name: string;
  readonly status: EndpointStatus;
  readonly queues: readonly string[];
  readonly verbs: readonly string[];
  readonly tokenPrefix: string;
  readonly created: When;
  readonly expires: When | undefined;
  readonly revoked: When | undefined;
  readonly lastSeen: When | undefined;
  readonly lastClient: string | undefined;
  readonly lastRefused: RefusedCall | undefined;
}

/** A call that a verb refused, and what whoever vended the endpoint can do about it. */
export interface RefusedCall {
  readonly at: When;
  readonly verb: string;
  readonly code: string;
  readonly remedy: string;
}

/** The human's endpoints, newest first. */
export async function readEndpointCards(db: Db, scope: OwnerScope): Promise<EndpointCard[]> {
  const now = new Date().toISOString();
  return (await listEndpoints(db, scope)).map((endpoint) => toCard(endpoint, now));
}

/** @returns undefined when absent or another human's */
export async function readEndpointCard(db: Db, scope: OwnerScope, id: string): Promise<EndpointCard | undefined> {
  const endpoint = await found(getEndpoint(db, scope, id));
  return endpoint && toCard(endpoint, new Date().toISOString());
}

/** Revokes an endpoint of the human's, with everything that is still alive on it. */
export async function revokeAsOwner(db: PoolDb, scope: OwnerScope, id: string): Promise<ActAnswer> {
  const revoked = await found(revokeEndpoint(db, scope, id));
  if (revoked) {
    await recordAct(db, scope, 'revoke', { endpointId: id });
    return { kind: 'done', text: `Revoked: its credential has ended and ${deathsInWords(revoked.deadLettered)}.` };
  }
  const exists = await found(getEndpoint(db, scope, id));
  return {
    kind: 'refused',
    text: exists ? 'Nothing was changed: it was revoked before.' : 'There is no such endpoint.',
  };
}

function deathsInWords(deadLettered: number): string {
  if (deadLettered === 0) return 'no todo was alive on it';
  return deadLettered === 1 ? '1 todo is a dead letter now' : `${deadLettered} todos are dead letters now`;
}

/** Puts a first todo on one of the endpoint's queues, so that a human can watch an agent take it. */
export async function sendTestTodo(
  db: Db,
  scope: OwnerScope,
  input: { readonly endpointId: string; readonly queue: string; readonly title: string },
): Promise<ActAnswer & { readonly todoId?: string }> {
  const endpoint = await found(getEndpoint(db, scope, input.endpointId));
  if (!endpoint) return { kind: 'refused', text: 'There is no such endpoint.' };
  if (!endpoint.queues.includes(input.queue))
    return { kind: 'refused', text: 'Queue: choose one of this endpoint’s queues.' };
  try {
    const payloadText = JSON.stringify({ message: 'A test todo, sent from the Board. Complete it to try the loop.' });
    const { queue, title } = input;
    const todo = { operation: 'create_todo', queue, title, source: 'board', payloadText };
    const { todo: created } = await createTodo(db, { endpointId: endpoint.id }, todo);
    return { kind: 'done', text: `Sent to ${created.queue}.`, todoId: created.id };
  } catch (error) {
    if (error instanceof QueueError && error.code === 'invalid') return { kind: 'refused', text: sentence(error) };
    if (error instanceof QueueError && error.code === 'not_found')
      return { kind: 'refused', text: 'Nothing was sent: the endpoint is revoked or expired.' };
    throw error;
  }
}

/** A refusal of the core's, without the verb that agents know it by. */
export function sentence(error: QueueError): string {
  const text = error.message.replace(/^\w+: /, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** One endpoint as a card.
 * @param now the database’s clock
 */
export function toCard(endpoint: EndpointView, now: string): EndpointCard {
  const at = (time: string | null) => (time === null ? undefined : when(time, now));
  return {
    id: endpoint.id,
    name: endpoint.name,
    status: endpoint.revokedAt !== null ? 'revoked' : endpoint.expired ? 'expired' : 'live',
    queues: endpoint.queues,
    verbs: endpoint.verbs,
    tokenPrefix: endpoint.tokenPrefix,
    created: when(endpoint.createdAt, now),
    expires: at(endpoint.expiresAt),
    revoked: at(endpoint.revokedAt),
    lastSeen: at(endpoint.lastSeenAt),
    lastClient: endpoint.lastClient ?? undefined,
    lastRefused: toRefusedCall(endpoint, now),
  };
}

const REMEDIES: Readonly<Record<string, string>> = {
  forbidden: 'it asked for a verb or a queue that was not granted; vend an endpoint that grants it',
  invalid: 'an argument was wrong; the agent was told which',
  not_found: 'it named a todo that this endpoint does not have',
};

function toRefusedCall(endpoint: EndpointView, now: string): RefusedCall | undefined {
  const { lastRefusedAt, lastRefusedVerb, lastRefusedCode } = endpoint;
  if (lastRefusedAt === null || lastRefusedVerb === null || lastRefusedCode === null) return undefined;
  const remedy = REMEDIES[lastRefusedCode] ?? 'the agent was told why';
  return { at: when(lastRefusedAt, now), verb: lastRefusedVerb, code: lastRefusedCode, remedy };
}
