import type { EndpointScope } from '../../queue/scope';
import { notification } from '../json-rpc';
import type { SseStream } from '../sse-stream';
import { channelMessage } from './channel-message';
import { queueUri } from './queue-uri';
import type { Listener } from './room';

/** A session's GET stream as the doorbell rings it. */
export function sessionListener(scope: EndpointScope, sessionId: string, stream: SseStream): Listener {
  return {
    scope,
    sessionId,
    ring: (ring) => stream.send(channelMessage(ring)),
    updated: (queue) => stream.send(notification('notifications/resources/updated', { uri: queueUri(queue) })),
  };
}
