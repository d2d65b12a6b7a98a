import type { Db } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { DEFAULT_VERBS, VERBS } from '../queue/verbs';
import { type EndpointView, listEndpoints } from '../store/endpoints/list-endpoints';
import { revokeEndpoint } from '../store/endpoints/revoke-endpoint';
import { rotateEndpoint } from '../store/endpoints/rotate-endpoint';
import { vendEndpoint } from '../store/endpoints/vend-endpoint';
import { findEndpointOwner } from '../store/operator/find-owner';
import type { Command, Result } from './command';
import { orRefuse, Refused } from './failures';
import { ownerNamed, ownersNamed } from './find-human';
import { parseDuration } from './values';

const vend: Command = {
  name: 'endpoint vend',
  summary: 'Vends an endpoint: a credential for one agent, with the queues and verbs it may use',
  options: {
    human: { value: 'ID|EMAIL', help: 'Whose endpoint it is', required: true },
    name: { value: 'NAME', help: 'What the Board calls it', required: true },
    queues: { value: 'A,B', help: 'The queues it may drain', required: true, list: true },
    verbs: { value: 'A,B', help: `Of ${VERBS.join(', ')}; all but ${withheld()} by default`, list: true },
    expires: { value: '7d', help: 'When it ends by itself: 12h, 7d, 2w; never by default' },
    agent: { value: 'ID', help: 'An agent of the same human to vend to; a new one by default' },
  },
  examples: [
    'endpoint vend --human ada@example.com --name laptop --queues ci,reviews',
    'endpoint vend --human ada@example.com --name nightly --queues ci --verbs claim_next,heartbeat,complete,fail --expires 7d',
  ],
  run: async ({ db, config, note }, args) => {
    const who = args.required('human');
    const expires = args.optional('expires');
    const vended = vendEndpoint(db, await ownerNamed(db, who), {
      name: args.required('name'),
      queues: args.list('queues') ?? [],
      verbs: args.list('verbs'),
      agentId: args.optional('agent'),
      expiresInSeconds: expires === undefined ? undefined : parseDuration('expires', expires),
    });
    const refusal = { not_found: `${who} is disabled, or has no such agent` };
    const { endpointId, agentId, token, queues, verbs } = await orRefuse(vended, refusal);
    note('The token is shown this once; keep it where the agent can read it.');
    return { endpoint_id: endpointId, agent_id: agentId, token, mcp_url: `${config.baseUrl}/api/mcp`, queues, verbs };
  },
};

const list: Command = {
  name: 'endpoint list',
  summary: 'Lists endpoints, newest first, without their credentials',
  options: { human: { value: 'ID|EMAIL', help: 'Only those of one human' } },
  examples: ['endpoint list', 'endpoint list --human ada@example.com --json'],
  run: async ({ db }, args) => {
    const endpoints: Result[] = [];
    for (const owner of await ownersNamed(db, args.optional('human'))) {
      const held = await listEndpoints(db, owner);
      endpoints.push(...held.map((endpoint) => present(owner, endpoint)));
    }
    return { endpoints };
  },
};

const revoke: Command = {
  name: 'endpoint revoke',
  summary: 'Ends an endpoint at once; its live todos become dead letters',
  positionals: ['ID'],
  examples: ['endpoint revoke 0197c0de-0000-7000-8000-000000000001'],
  run: async ({ db }, args) => {
    const id = args.positional(0);
    const owner = await ownerOfEndpoint(db, id);
    const { deadLettered } = await orRefuse(revokeEndpoint(db, owner, id), {
      not_found: `endpoint ${id} is revoked already`,
    });
    return { endpoint_id: id, revoked: true, dead_lettered: deadLettered };
  },
};

const rotate: Command = {
  name: 'endpoint rotate',
  summary: 'Gives an endpoint a new credential; the old one ends at once, leases go on',
  positionals: ['ID'],
  examples: ['endpoint rotate 0197c0de-0000-7000-8000-000000000001'],
  run: async ({ db, note }, args) => {
    const id = args.positional(0);
    const owner = await ownerOfEndpoint(db, id);
    const { token } = await orRefuse(rotateEndpoint(db, owner, id), { not_found: `endpoint ${id} is revoked` });
    note('The token is shown this once; the old one has ended.');
    return { token };
  },
};

export const endpointCommands: readonly Command[] = [vend, list, revoke, rotate];

/**
 * Whose an endpoint is.
 * @throws Refused when there is no such endpoint
 */
export async function ownerOfEndpoint(db: Db, endpointId: string): Promise<OwnerScope> {
  const owner = await findEndpointOwner(db, endpointId);
  if (!owner) throw new Refused('not_found', `there is no endpoint ${endpointId}; see: endpoint list`);
  return owner;
}

function present(owner: OwnerScope, endpoint: EndpointView): Result {
  return {
    endpoint_id: endpoint.id,
    human_id: owner.humanId,
    agent_id: endpoint.agentId,
    name: endpoint.name,
    queues: endpoint.queues,
    verbs: endpoint.verbs,
    token_prefix: endpoint.tokenPrefix,
    created_at: endpoint.createdAt,
    expires_at: endpoint.expiresAt,
    revoked_at: endpoint.revokedAt,
    last_seen_at: endpoint.lastSeenAt,
  };
}

function withheld(): string {
  return VERBS.filter((verb) => !DEFAULT_VERBS.includes(verb)).join(' and ');
}
