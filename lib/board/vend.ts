import type { Db } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { DEFAULT_VERBS, VERBS, type Verb } from '../queue/verbs';
import { recordAct } from '../store/board/record-act';
import { vendEndpoint, vendProblems } from '../store/endpoints/vend-endpoint';
import { type ClientSetup, clientSetups } from './client-setups';

/** What the form held, to be shown again after a refusal. */
export interface VendForm {
  readonly name: string;
  readonly queues: string;
  readonly verbs: readonly string[];
  readonly expires: string;
}

export type VendAnswer =
  | { readonly kind: 'empty'; readonly form: VendForm }
  | { readonly kind: 'invalid'; readonly form: VendForm; readonly errors: VendErrors }
  | { readonly kind: 'vended'; readonly endpoint: RevealedEndpoint };

/** What is wrong, by field; `form` is what is wrong with no field of it. */
export type VendErrors = Readonly<Partial<Record<'form' | 'name' | 'queues' | 'verbs' | 'expires', string>>>;

/** An endpoint with its credential, which no later page can show. */
export interface RevealedEndpoint {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly mcpUrl: string;
  readonly queues: readonly string[];
  readonly verbs: readonly string[];
  readonly setups: readonly ClientSetup[];
  /** When it had last been called as this was revealed: any other time tells of a call with this very credential. */
  readonly seenBefore: string | null;
}

export const EXPIRIES = [
  { value: '', label: 'Never', seconds: undefined },
  { value: '1d', label: 'In a day', seconds: 86_400 },
  { value: '7d', label: 'In 7 days', seconds: 7 * 86_400 },
  { value: '30d', label: 'In 30 days', seconds: 30 * 86_400 },
  { value: '90d', label: 'In 90 days', seconds: 90 * 86_400 },
] as const;

const EMPTY_FORM: VendForm = { name: '', queues: 'default', verbs: DEFAULT_VERBS, expires: '' };

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
  return { kind: 'invalid', form: EMPTY_FORM, errors: { form: text } };
}

/**
 * Vends an endpoint from a form. A refusal names every wrong field at once and keeps what was typed.
 * @param baseUrl the public origin, from which the agent's URL is made
 */
export async function vendFromForm(db: Db, scope: OwnerScope, form: FormData, baseUrl: string): Promise<VendAnswer> {
  const given = readForm(form);
  const { name, verbs } = given;
  const expiry = EXPIRIES.find((choice) => choice.value === given.expires);
  const queues = given.queues
    .split(/[,\n]/)
    .map((queue) => queue.trim())
    .filter((queue) => queue !== '');
  const input = { name, queues, verbs, expiresInSeconds: expiry?.seconds };
  const errors: VendErrors = {
    ...Object.fromEntries(vendProblems(input).map(({ argument, message }) => [argument, inWords(argument, message)])),
    ...(expiry ? {} : { expires: 'Expires: choose one of the list.' }),
  };
  if (Object.keys(errors).length > 0) return { kind: 'invalid', form: given, errors };
  const { endpointId: id, token, ...grant } = await vendEndpoint(db, scope, input);
  await recordAct(db, scope, 'vend', { endpointId: id });
  return { kind: 'vended', endpoint: reveal({ id, name: name.trim(), ...grant }, token, baseUrl, null) };
}

/**
 * A fresh credential with everything there is to do with it.
 * @param seenBefore when the endpoint was last called under an older credential
 */
export function reveal(
  endpoint: Pick<RevealedEndpoint, 'id' | 'name' | 'queues' | 'verbs'>,
  token: string,
  baseUrl: string,
  seenBefore: string | null,
): RevealedEndpoint {
  const { id, name, queues, verbs } = endpoint;
  const mcpUrl = `${baseUrl}/api/mcp`;
  return { id, name, queues, verbs, token, mcpUrl, seenBefore, setups: clientSetups(mcpUrl, token) };
}

function inWords(argument: string, message: string): string {
  return `${argument.charAt(0).toUpperCase()}${argument.slice(1)} ${message}.`;
}

function readForm(form: FormData): VendForm {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const verbs = form.getAll('verbs').filter((verb): verb is string => typeof verb === 'string');
  return { name: text('name'), queues: text('queues'), verbs, expires: text('expires') };
}
