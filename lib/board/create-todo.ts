import type { PoolDb } from '../db/connection';
import { QueueError } from '../queue/errors';
import { readJsonText } from '../queue/json-text';
import type { NewTodo } from '../queue/new-todo';
import type { OwnerScope } from '../queue/scope';
import { actRecorded } from '../store/board/record-act';
import { createTodo } from '../store/create-todo';
import { type EndpointView, getEndpoint, listEndpoints } from '../store/endpoints/list-endpoints';
import { sentence } from './endpoint-cards';
import { textOf } from './form';
import { found } from './found';

/** An endpoint that a todo can be created on, with its queues. */
export interface EndpointChoice {
  readonly id: string;
  readonly name: string;
  readonly queues: readonly string[];
}

const FIELDS = [
  'title',
  'endpoint',
  'queue',
  'kind',
  'idempotency_key',
  'assignee',
  'max_attempts',
  'payload',
] as const;

/** What the form held, to be shown again after a refusal. */
export type CreateForm = Readonly<Record<(typeof FIELDS)[number], string>>;

/** What came of the form: a todo, new or there already, or a refusal that names the field and keeps what was typed. */
export type CreateAnswer = { readonly kind: 'done'; readonly text: string; readonly todoId: string } | Refusal;

interface Refusal {
  readonly kind: 'refused';
  readonly text: string;
  readonly field?: string | undefined;
  readonly form?: CreateForm;
}

/** The human's live endpoints, newest first. */
export async function readEndpointChoices(db: PoolDb, scope: OwnerScope): Promise<EndpointChoice[]> {
  const live = (await listEndpoints(db, scope)).filter((endpoint) => endpoint.revokedAt === null && !endpoint.expired);
  return live.map(({ id, name, queues }) => ({ id, name, queues }));
}

/** Creates a todo from the form of the list, and says whether it is new; nothing is created when a field is refused. */
export async function createFromForm(db: PoolDb, scope: OwnerScope, form: FormData): Promise<CreateAnswer> {
  const answer = await create(db, scope, form);
  if (answer.kind === 'done') return answer;
  const given = Object.fromEntries(FIELDS.map((name) => [name, textOf(form, name)])) as CreateForm;
  return { ...answer, form: given };
}

async function create(db: PoolDb, scope: OwnerScope, form: FormData): Promise<CreateAnswer> {
  const endpoint = await found(getEndpoint(db, scope, textOf(form, 'endpoint')));
  if (!endpoint) return refused('endpoint', 'Endpoint: there is no such endpoint. Choose one of the list.');
  try {
    const input = readNewTodo(form, endpoint, scope);
    if ('text' in input) return input;
    const { todo, created } = await actRecorded(
      db,
      scope,
      'create',
      (tx) => createTodo(tx, { endpointId: endpoint.id }, input),
      (made) => (made.created ? { todoId: made.todo.id, endpointId: endpoint.id } : undefined),
    );
    const text = created
      ? `Created: “${todo.title}” is new in queue ${todo.queue}.`
      : `Nothing was created: a live todo holds this idempotency key already. It is “${todo.title}” in queue ${todo.queue}.`;
    return { kind: 'done', text, todoId: todo.id };
  } catch (error) {
    if (!(error instanceof QueueError)) throw error;
    if (error.code === 'invalid') return refused(error.argument, sentence(error));
    if (error.code === 'not_found') return refused('endpoint', 'Endpoint: it is revoked or expired. Choose another.');
    throw error;
  }
}

function refused(field: string | undefined, text: string): Refusal {
  return { kind: 'refused', text, field };
}

function readNewTodo(form: FormData, endpoint: EndpointView, scope: OwnerScope): NewTodo | Refusal {
  const optional = (name: string) => textOf(form, name).trim() || undefined;
  const cap = optional('max_attempts');
  const json = optional('payload');
  const payload = json === undefined ? undefined : readJsonText(json);
  if (payload?.problem !== undefined)
    return refused('payload', `Payload ${payload.problem}. Correct it, or leave it empty.`);
  return {
    operation: 'create_todo',
    source: 'board',
    queue: textOf(form, 'queue').trim(),
    title: textOf(form, 'title'),
    kind: optional('kind'),
    idempotencyKey: optional('idempotency_key'),
    assignee: assigneeOf(textOf(form, 'assignee'), endpoint, scope),
    maxAttempts: cap === undefined ? undefined : Number(cap),
    payloadText: payload?.text,
  };
}

function assigneeOf(choice: string, endpoint: EndpointView, scope: OwnerScope): string | undefined {
  if (choice === 'agent') return `agent:${endpoint.agentId}`;
  return choice === 'me' ? scope.owner : undefined;
}
