import { deleteNotifyHook } from '../../store/notify-hooks/delete-notify-hook';
import { hookPath, nothing } from '../fields';
import { defineOperation } from '../operation';
import { deletedHook } from '../shapes/hook';

export const deleteHook = defineOperation({
  method: 'delete',
  path: '/endpoints/{id}/hooks/{hook_id}',
  operationId: 'deleteHook',
  tag: 'hooks',
  summary: 'Delete a notify hook',
  description: 'Ends it at once; calls that were still to be made are not made.',
  params: hookPath,
  query: nothing,
  body: nothing,
  answers: { 200: { description: 'It is gone.', schema: deletedHook } },
  refusals: { not_found: 'there is no such hook of this endpoint' },
  run: async ({ db, scope }, { params }) => {
    await deleteNotifyHook(db, scope, params.hook_id, params.id);
    return { status: 200, body: { id: params.hook_id.toLowerCase(), deleted: true } };
  },
});
