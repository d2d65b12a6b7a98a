import type { Db } from '../db/connection';
import { QueueError } from '../queue/errors';
import type { OwnerScope } from '../queue/scope';
import { DEFAULT_VERBS, VERBS, type Verb } from '../queue/verbs';
import { vendEndpoint } from '../store/endpoints/vend-endpoint';
import { type ClientSetup, clientSetups } from './client-setups';
import { sentence } from './endpoint-cards';

/** What the form held, to be shown again after a refusal. */
export interface VendForm {
  readonly name: string;
  readonly queues: string;
  readonly verbs: readonly string[];
  readonly expires: string;
}

export type VendAnswer =
  | { readonly kind: 'empty'; readonly form: VendForm }
  | { readonly kind: 'invalid'; readonly form: VendForm; readonly field: string; readonly text: string }
  | { readonly kind: 'vended'; readonly endpoint: RevealedEndpoint };

/** An endpoint with its credential, which no later page can show. */
export interface RevealedEndpoint {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly mcpUrl: string;
  readonly queues: readonly string[];
  readonly verbs: readonly string[];
  readonly setups: readonly ClientSetup[];
}

export const EXPIRIES = [
  { value: '', label: 'Never', seconds: undefined },
  { value: '1d', label: 'In a day', seconds: 86_400 },
  { value: '7d', label: 'In 7 days', seconds: 7 * 86_400 },
  { value: '30d', label: 'In 30 days', seconds: 30 * 86_400 },
  { value: '90d', label: 'In 90 days', seconds: 90 * 86_400 },
] as const;

const EMPTY_FORM: VendForm = { name: '', queues: '', verbs: DEFAULT_VERBS, expires: '' };

/** The form before anything was typed. */
export const EMPTY_VEND: VendAnswer = { kind: 'empty', form: EMPTY_FORM };

const MEANINGS: Readonly<Record<Verb, string>> = {
  list_todos: 'see its todos, without payloads',
  get_todo: 'read one todo with its attempts',
  wait_for_todo: 'wait until there is work',
  claim_next: 'take the next todo',
  claim: 'take a todo by its id',
  heartbeat: 'keep its lease alive',
  complete: 'report a todo done',
  fail: 'report a todo failed',
  release: 'give a todo back',
  retry: 'bring failed todos back',
  create_todo: 'create todos of its own',
};

/** Every verb with what it lets an agent do, in the order of the tool list. */
export const VERB_CHOICES = VERBS.map((verb) => ({ verb, means: MEANINGS[verb] }));

/** An answer that leaves the form empty and says why nothing was done. */
export function refusedVend(text: string): VendAnswer {
  return { kind: 'invalid', form: EMPTY_FORM, field: 'name', text };
}

/**
 * Vends an endpoint from a form. A refusal names the field and keeps what was typed.
 * @param baseUrl the public origin, from which the agent's URL is made
 */
export async function vendFromForm(db: Db, scope: OwnerScope, form: FormData, baseUrl: string): Promise<VendAnswer> {
  const given = readForm(form);
  const expiry = EXPIRIES.find((choice) => choice.value === given.expires);
  const queues = given.queues
    .split(/[,\n]/)
    .map((queue) => queue.trim())
    .filter((queue) => queue !== '');
  if (!expiry) return { kind: 'invalid', form: given, field: 'expires', text: 'Expires: choose one of the list.' };
  try {
    const { name, verbs } = given;
    const vended = await vendEndpoint(db, scope, { name, queues, verbs, expiresInSeconds: expiry.seconds });
    const { endpointId: id, token } = vended;
    const mcpUrl = `${baseUrl}/api/mcp`;
    const setups = clientSetups(mcpUrl, token);
    return {
      kind: 'vended',
      endpoint: { id, name: name.trim(), token, mcpUrl, queues: vended.queues, verbs: vended.verbs, setups },
    };
  } catch (error) {
    if (!(error instanceof QueueError) || error.code !== 'invalid') throw error;
    return { kind: 'invalid', form: given, field: error.argument ?? 'name', text: sentence(error) };
  }
}

function readForm(form: FormData): VendForm {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const verbs = form.getAll('verbs').filter((verb): verb is string => typeof verb === 'string');
  return { name: text('name'), queues: text('queues'), verbs, expires: text('expires') };
}
