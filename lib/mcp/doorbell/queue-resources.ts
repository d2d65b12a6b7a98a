import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Db } from '../../db/connection';
import { endpointScope } from '../../queue/scope';
import { isGranted } from '../../queue/verbs';
import { claimableTodos } from '../../store/claimable-todos';
import { subscribeSession } from '../../store/mcp-sessions/subscribe-session';
import { type Asker, askerOf } from '../asker';
import { RPC } from '../json-rpc';
import { QUEUE_URI_TEMPLATE, queueOfUri, queueUri } from './queue-uri';

const NAMED_MAX = 5;
const MIME_TYPE = 'application/json';
const DESCRIPTION =
  'What is claimable in the queue: {queue, ready, todo_ids} with the oldest five. Subscribe to be told when something becomes claimable. Reading claims nothing.';

/** What each of the methods must look like. */
export const QUEUE_REQUESTS = [
  ['resources/list', ListResourcesRequestSchema],
  ['resources/templates/list', ListResourceTemplatesRequestSchema],
  ['resources/read', ReadResourceRequestSchema],
  ['resources/subscribe', SubscribeRequestSchema],
  ['resources/unsubscribe', UnsubscribeRequestSchema],
] as const;

/** A URI that names no queue of the asker's. */
class ResourceNotFound extends Error {
  readonly code = RPC.resourceNotFound;

  constructor() {
    super('Resource not found: resources/list names those that there are');
  }
}

/** Offers each granted queue as a resource that can be read and subscribed to; whoever may not wait for todos sees none. */
export function offerQueues(server: Server, db: Db): void {
  server.setRequestHandler(ListResourcesRequestSchema, (_request, extra) => ({
    resources: queuesOf(askerOf(extra)).map((queue) => ({
      uri: queueUri(queue),
      name: queue,
      title: `Queue ${queue}`,
      description: DESCRIPTION,
      mimeType: MIME_TYPE,
    })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      { uriTemplate: QUEUE_URI_TEMPLATE, name: 'queue', title: 'Queue', description: DESCRIPTION, mimeType: MIME_TYPE },
    ],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, extra) => {
    const asker = askerOf(extra);
    const queue = requireQueue(asker, params.uri);
    const todos = await claimableTodos(db, endpointScope(asker.endpoint), { queue, limit: NAMED_MAX });
    const text = JSON.stringify({ queue, ready: todos.length, todo_ids: todos.map(({ id }) => id) });
    return { contents: [{ uri: params.uri, mimeType: MIME_TYPE, text }] };
  });
  const subscribe = async (uri: string, asker: Asker, subscribed: boolean) => {
    const queue = requireQueue(asker, uri);
    const { endpointId } = asker.endpoint;
    await subscribeSession(db, { endpointId, sessionId: asker.sessionId ?? '' }, queue, subscribed);
    return {};
  };
  server.setRequestHandler(SubscribeRequestSchema, ({ params }, extra) => subscribe(params.uri, askerOf(extra), true));
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }, extra) =>
    subscribe(params.uri, askerOf(extra), false),
  );
}

function queuesOf({ endpoint }: Asker): readonly string[] {
  return isGranted(endpoint.verbs, 'wait_for_todo') ? endpoint.queues : [];
}

/** A queue that is not granted and one that never was are one answer. */
function requireQueue(asker: Asker, uri: string): string {
  const queue = queueOfUri(uri);
  if (queue !== undefined && queuesOf(asker).includes(queue)) return queue;
  throw new ResourceNotFound();
}
