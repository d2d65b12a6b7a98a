import { z } from 'zod';
import { VERBS } from '../../queue/verbs';
import type { EndpointView } from '../../store/endpoints/list-endpoints';
import { text, time, timeOrNull, whole } from './wire';

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
