import { recordAct } from '../../store/board/record-act';
import { revokeEndpoint as revokeStoredEndpoint } from '../../store/endpoints/revoke-endpoint';
import { endpointPath, nothing } from '../fields';
import { defineOperation } from '../operation';
import { revokedEndpoint } from '../shapes/endpoint';

export const revokeEndpoint = defineOperation({
  method: 'post',
  path: '/endpoints/{id}/revoke',
  operationId: 'revokeEndpoint',
  tag: 'endpoints',
  summary: 'Revoke an endpoint',
  description: 'Ends its credential and its sessions at once; its live todos become dead letters.',
  params: endpointPath,
  query: nothing,
  body: nothing,
  answers: { 200: { description: 'It is revoked.', schema: revokedEndpoint } },
  refusals: { not_found: 'there is no such endpoint, or it is revoked already' },
  run: async ({ db, scope }, { params }) => {
    const { deadLettered } = await revokeStoredEndpoint(db, scope, params.id);
    const endpointId = params.id.toLowerCase();
    await recordAct(db, scope, 'revoke', { endpointId });
    return { status: 200, body: { endpoint_id: endpointId, revoked: true, dead_lettered: deadLettered } };
  },
});
