import { z } from 'zod';
import { pageEndpoints } from '../../store/endpoints/list-endpoints';
import { cursor, limit, nothing } from '../fields';
import { defineOperation } from '../operation';
import { endpointPage, presentEndpoint } from '../shapes/endpoint';

export const listEndpoints = defineOperation({
  method: 'get',
  path: '/endpoints',
  operationId: 'listEndpoints',
  tag: 'endpoints',
  summary: 'List endpoints',
  description: 'Lists the endpoints of the human whom the token acts for, without their credentials.',
  params: nothing,
  query: z.strictObject({ limit, cursor }),
  body: nothing,
  answers: { 200: { description: 'One page.', schema: endpointPage } },
  refusals: {},
  run: async ({ db, scope }, { query }) => {
    const { endpoints, nextCursor } = await pageEndpoints(db, scope, query);
    const page = { endpoints: endpoints.map(presentEndpoint) };
    return { status: 200, body: nextCursor === undefined ? page : { ...page, next_cursor: nextCursor } };
  },
});
