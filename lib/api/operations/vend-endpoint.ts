import { z } from 'zod';
import { actRecorded } from '../../store/board/record-act';
import { vendEndpoint as vendStoredEndpoint } from '../../store/endpoints/vend-endpoint';
import * as field from '../fields';
import { defineOperation } from '../operation';
import { vendedEndpoint } from '../shapes/endpoint';

export const vendEndpoint = defineOperation({
  method: 'post',
  path: '/endpoints',
  operationId: 'vendEndpoint',
  tag: 'endpoints',
  summary: 'Vend an endpoint',
  description: 'Makes a credential for one agent, with the queues and verbs that it may use.',
  params: field.nothing,
  query: field.nothing,
  body: z.strictObject({
    name: field.endpointName,
    queues: field.queues,
    verbs: field.verbs,
    expires_in_seconds: field.expiresInSeconds,
    agent_id: field.agentId,
  }),
  answers: { 201: { description: 'The endpoint with its token, which is shown this once.', schema: vendedEndpoint } },
  refusals: { not_found: 'there is no such agent' },
  run: async ({ db, scope, baseUrl }, { body }) => {
    const { expires_in_seconds: expiresInSeconds, agent_id: agentId, ...grant } = body;
    const vended = await actRecorded(
      db,
      scope,
      'vend',
      (tx) => vendStoredEndpoint(tx, scope, { ...grant, expiresInSeconds, agentId }),
      ({ endpointId }) => ({ endpointId }),
    );
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
