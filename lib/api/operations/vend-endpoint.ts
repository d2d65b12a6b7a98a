import { z } from 'zod';
import { vendEndpoint as vendStoredEndpoint } from '../../store/endpoints/vend-endpoint';
import { agentId, endpointName, expiresInSeconds, nothing, queues, verbs } from '../fields';
import { defineOperation } from '../operation';
import { vendedEndpoint } from '../shapes';

export const vendEndpoint = defineOperation({
  method: 'post',
  path: '/endpoints',
  operationId: 'vendEndpoint',
  tag: 'endpoints',
  summary: 'Vend an endpoint',
  description: 'Makes a credential for one agent, with the queues and verbs that it may use.',
  params: nothing,
  query: nothing,
  body: z.strictObject({ name: endpointName, queues, verbs, expires_in_seconds: expiresInSeconds, agent_id: agentId }),
  answers: { 201: { description: 'The endpoint with its token, which is shown this once.', schema: vendedEndpoint } },
  refusals: { not_found: 'there is no such agent' },
  run: async ({ db, scope, baseUrl }, { body }) => {
    const vended = await vendStoredEndpoint(db, scope, {
      name: body.name,
      queues: body.queues,
      verbs: body.verbs,
      expiresInSeconds: body.expires_in_seconds,
      agentId: body.agent_id,
    });
    return {
      status: 201,
      body: {
        endpoint_id: vended.endpointId,
        agent_id: vended.agentId,
        token: vended.token,
        mcp_url: `${baseUrl}/api/mcp`,
        queues: vended.queues,
        verbs: vended.verbs,
      },
    };
  },
});
