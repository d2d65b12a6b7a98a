import type { Ring } from '../../queue/ring';
import { endpointScope } from '../../queue/scope';
import type { Connections } from '../connections';
import type { Gate } from '../gate';
import { acceptedForms, type McpAnswer, type McpRequest, streamAnswer } from '../http';
import { notAcceptable } from '../refusal';
import { SseStream } from '../sse-stream';
import type { Ringer } from './ringer';

const STREAMS_MAX_PER_ENDPOINT = 100;
/** Microseconds since 1970, as `Ring.at` tells them, and whatever comes after; digits enough for three thousand years. */
const EVENT_ID = /^(\d{1,17})-/;

/** What the event streams share with the MCP surface of their process. */
interface StreamNeeds {
  readonly gate: Gate;
  readonly connections: Connections;
  readonly ringer: Ringer;
  readonly refuse: (error: unknown) => McpAnswer;
}

/**
 * `GET /api/doorbell`: the doorbell for runners that are no MCP client, as server-sent events of ids only. Each stream is rung in its
 * turn like a session's; whoever comes back with `Last-Event-ID` is rung for what was created since.
 */
export class EventStreams {
  readonly #open = new Map<string, Set<SseStream>>();

  constructor(private readonly needs: StreamNeeds) {}

  /** Serves one HTTP call. Never throws: every failure is an answer. */
  async handle(request: McpRequest): Promise<McpAnswer> {
    const { gate, connections, ringer, refuse } = this.needs;
    try {
      const { endpoint, tokenHash } = await gate.admit(request, ['GET']);
      if (!acceptedForms(request.header('accept')).events) throw notAcceptable('text/event-stream');
      const ends: (() => void)[] = [];
      const stream = new SseStream(() => {
        for (const end of ends) end();
      });
      ends.push(this.#keep(endpoint.endpointId, stream));
      const since = EVENT_ID.exec(request.header('last-event-id') ?? '')?.[1];
      const ring = (given: Ring) => stream.sendEvent(toEvent(given));
      const { leave, greeted } = ringer.enter({ scope: endpointScope(endpoint), since, ring });
      ends.push(leave);
      ends.push(connections.hold({ sessionId: undefined, tokenHash, close: () => stream.close() }, request.signal));
      await greeted;
      return streamAnswer(stream);
    } catch (error) {
      return refuse(error);
    }
  }

  /** Beyond the bound the oldest stream makes room. @returns forgets the stream */
  #keep(endpointId: string, stream: SseStream): () => void {
    const streams = this.#open.get(endpointId) ?? new Set();
    this.#open.set(endpointId, streams.add(stream));
    const [oldest] = streams;
    if (streams.size > STREAMS_MAX_PER_ENDPOINT) oldest?.close();
    return () => {
      streams.delete(stream);
      if (streams.size === 0) this.#open.delete(endpointId);
    };
  }
}

function toEvent({ at, todoId, queue }: Ring) {
  return { id: `${at}-${todoId}`, event: 'todo_ready', data: { todo_id: todoId, queue } };
}
