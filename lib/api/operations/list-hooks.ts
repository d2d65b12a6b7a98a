import { getEndpoint } from '../../store/endpoints/list-endpoints';
import { listNotifyHooks } from '../../store/notify-hooks/list-notify-hooks';
import { endpointPath, nothing } from '../fields';
import { defineOperation } from '../operation';
import { hookList, presentHook } from '../shapes/hook';

export const listHooks = defineOperation({
  method: 'get',
  path: '/endpoints/{id}/hooks',
  operationId: 'listHooks',
  tag: 'hooks',
  summary: "List an endpoint's notify hooks",
  description: 'Lists the hooks with what became of their calls, without their secrets.',
  params: endpointPath,
  query: nothing,
  body: nothing,
  answers: { 200: { description: 'Oldest first.', schema: hookList } },
  refusals: { not_found: 'there is no such endpoint' },
  run: async ({ db, scope }, { params }) => {
    const { id } = await getEndpoint(db, scope, params.id);
    return { status: 200, body: { hooks: (await listNotifyHooks(db, scope, id)).map(presentHook) } };
  },
});
