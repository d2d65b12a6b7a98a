import { z } from 'zod';
import { registerHook } from '../../hooks/register-hook';
import { endpointPath, hookQueues, hookUrl, nothing } from '../fields';
import { defineOperation } from '../operation';
import { createdHook } from '../shapes/hook';

export const createHook = defineOperation({
  method: 'post',
  path: '/endpoints/{id}/hooks',
  operationId: 'createHook',
  tag: 'hooks',
  summary: 'Register a notify hook',
  description:
    "Calls a URL when one of the endpoint's todos becomes claimable (todo.ready) or a dead letter (todo.dead_lettered), signed as Standard Webhooks.",
  params: endpointPath,
  query: nothing,
  body: z.strictObject({ url: hookUrl, queues: hookQueues }),
  answers: { 201: { description: 'The hook with its secret, which is shown this once.', schema: createdHook } },
  refusals: {
    not_found: 'there is no such endpoint, or it is revoked or has expired',
    conflict: 'hooks are switched off, or the endpoint has as many as it may: delete one',
  },
  run: async ({ db, scope, hooks }, { params, body }) => {
    const { id, secret } = await registerHook(db, scope, { endpointId: params.id, ...body }, hooks);
    return { status: 201, body: { id, secret } };
  },
});
