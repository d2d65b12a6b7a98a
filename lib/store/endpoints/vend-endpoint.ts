import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../db/connection';
import { invalid, notFound } from '../../queue/errors';
import { replaceUnstorable } from '../../queue/report';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { DEFAULT_VERBS, isQueueName, VERBS, type Verb } from '../../queue/verbs';
import { mintCredential } from '../credential';
import { runVerb } from '../run-verb';

const NAME_MAX_CHARACTERS = 100;
const QUEUES_MAX = 50;
const EXPIRES_MAX_SECONDS = 10 * 365 * 86_400;

export interface VendInput {
  readonly name: string;
  readonly queues: readonly string[];
  /** Defaults to the drain family with release. */
  readonly verbs?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  /** An agent of the same human to vend to; a new one otherwise. */
  readonly agentId?: string | undefined;
}

/** A vended endpoint; its token is shown this once. */
export interface VendedEndpoint {
  readonly endpointId: string;
  readonly agentId: string;
  readonly token: string;
  readonly queues: readonly string[];
  readonly verbs: readonly Verb[];
}

/**
 * Vends an endpoint: a credential for an agent with exact queues and verbs.
 * @throws QueueError `invalid` naming the argument; `not_found` when the human is absent or disabled, or the agent is not theirs
 */
export async function vendEndpoint(db: Db, scope: OwnerScope, input: VendInput): Promise<VendedEndpoint> {
  const { name, queues, verbs } = parseVend(input);
  const { token, hash, shownPrefix } = mintCredential('sbk_');
  const [row] = await runVerb(
    db,
    'vend',
    undefined,
    () => db.sql<{ id: string; agent_id: string }[]>`
      with human as (
        select h.id from humans h where h.id = ${scope.humanId} and h.disabled_at is null
      ),
      new_agent as (
        insert into agents (id, human_id, name)
        select ${uuidv7()}::uuid, human.id, ${name} from human
        where ${input.agentId === undefined}::boolean
        returning id
      ),
      agent as (
        select id from new_agent
        union all
        select a.id from agents a join human on human.id = a.human_id where a.id = ${uuidOrNil(input.agentId)}
      )
      insert into endpoints (id, human_id, agent_id, name, queues, verbs, token_hash, token_prefix, expires_at)
      select ${uuidv7()}::uuid, human.id, agent.id, ${name}, ${queues as string[]}::text[], ${verbs as string[]}::text[], ${hash}, ${shownPrefix},
        now() + make_interval(secs => ${input.expiresInSeconds ?? null}::float8)
      from human, agent
      returning id, agent_id`,
  );
  if (!row) throw notFound('vend');
  return { endpointId: row.id, agentId: row.agent_id, token, queues, verbs };
}

/** What is wrong with one argument of a vend. */
export interface VendProblem {
  readonly argument: 'name' | 'queues' | 'verbs' | 'expires';
  readonly message: string;
}

/** Everything that is wrong with a vend, one problem an argument. */
export function vendProblems(input: VendInput): VendProblem[] {
  const { name, queues, verbs, expiresInSeconds } = input;
  const problems: VendProblem[] = [];
  const note = (argument: VendProblem['argument'], message: string) => problems.push({ argument, message });
  if (!isBetween(cleanName(name).length, 1, NAME_MAX_CHARACTERS))
    note('name', `must have 1 to ${NAME_MAX_CHARACTERS} characters`);
  if (!isBetween(new Set(queues).size, 1, QUEUES_MAX)) note('queues', `must name 1 to ${QUEUES_MAX} queues`);
  else if (!queues.every(isQueueName)) note('queues', 'must be names of 1 to 100 printable characters each');
  if (verbs?.length === 0) note('verbs', `must name at least one of ${VERBS.join(', ')}`);
  else if (verbs?.some((verb) => !VERBS.some((known) => known === verb)))
    note('verbs', `has an unknown verb; the verbs are ${VERBS.join(', ')}`);
  if (expiresInSeconds !== undefined && !isBetween(expiresInSeconds, 1, EXPIRES_MAX_SECONDS))
    note('expires', 'must be between a second and ten years');
  return problems;
}

function parseVend(input: VendInput): { name: string; queues: string[]; verbs: Verb[] } {
  const [problem] = vendProblems(input);
  if (problem) throw invalid('vend', problem.argument, problem.message);
  const asked = new Set<string>(input.verbs ?? DEFAULT_VERBS);
  return {
    name: cleanName(input.name),
    queues: [...new Set(input.queues)],
    verbs: VERBS.filter((verb) => asked.has(verb)),
  };
}

function cleanName(name: string): string {
  return replaceUnstorable(name).trim();
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
