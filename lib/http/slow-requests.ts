import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take: for the head of a request, for its body, and to go on sending what was refused. */
export interface Patience {
  readonly headMs: number;
  readonly bodyMs: number;
  readonly restMs: number;
}

const PATIENCE: Patience = { headMs: 10_000, bodyMs: 15_500, restMs: 5_000 };
const CHECK_EVERY_MS = 500;
/** The most that one check counts: what goes beyond is time in which we read nothing, which is no client's fault. */
const COUNTED_MS_MAX = 2 * CHECK_EVERY_MS;
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** What a connection is at: sending a request's head, its body or the rest of a refused one; waiting; or being served. */
interface Conversation {
  phase: 'head' | 'body' | 'rest' | 'idle' | 'served';
  /** By the clock of the checks, which stands still while the whole process does. */
  since: number;
  /** Bytes received when it became idle: one more begins the next head. */
  bytes: number;
  request?: IncomingMessage;
  response?: ServerResponse;
}

/**
 * Closes connections whose client sends a request too slowly, on every route and before any handler; answers that last, such as
 * event streams, are none of its business. Time in which this process itself stood still does not count. Next offers no way to set
 * this on its server, whose own check comes every half minute.
 */
export function closeSlowRequests(patience: Patience = PATIENCE): void {
  const conversations = new Map<Socket, Conversation>();
  let checkedAt = performance.now();
  let counted = 0;
  const clock = () => counted + Math.min(performance.now() - checkedAt, COUNTED_MS_MAX);
  const turn = (socket: Socket, next: Omit<Conversation, 'since' | 'bytes'>) =>
    conversations.set(socket, { ...next, since: clock(), bytes: socket.bytesRead });
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket };
    turn(socket, { phase: 'head' });
    socket.once('close', () => conversations.delete(socket));
  });
  subscribe('http.server.request.start', (message) => {
    const { request, response, socket } = message as Required<Conversation> & { socket: Socket };
    if (conversations.has(socket)) turn(socket, { phase: 'body', request, response });
  });
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as Required<Conversation>;
    const { socket } = request;
    if (conversations.get(socket)?.request !== request) return;
    if (request.complete) turn(socket, { phase: 'idle' });
    else if (response.statusCode === 408) socket.destroySoon();
    else turn(socket, { phase: 'rest', request });
  });
  const check = () => {
    counted = clock();
    checkedAt = performance.now();
    for (const [socket, conversation] of conversations) checkOne(socket, conversation, patience, counted);
  };
  setInterval(check, CHECK_EVERY_MS).unref();
}

function checkOne(socket: Socket, conversation: Conversation, patience: Patience, now: number): void {
  const { phase, since, bytes, request, response } = conversation;
  const isOver = (limitMs: number) => now - since > limitMs;
  if (phase === 'idle' && socket.bytesRead > bytes) Object.assign(conversation, { phase: 'head', since: now });
  else if (phase === 'head' && isOver(patience.headMs)) close(socket, false);
  else if (phase === 'body' && request?.complete) conversation.phase = 'served';
  else if (phase === 'body' && isOver(patience.bodyMs)) close(socket, response?.headersSent === true);
  else if (phase === 'rest' && request?.complete)
    Object.assign(conversation, { phase: 'idle', bytes: socket.bytesRead });
  else if (phase === 'rest' && isOver(patience.restMs)) close(socket, true);
}

function close(socket: Socket, answered: boolean): void {
  if (!answered && socket.writable) socket.write(TIMED_OUT);
  socket.destroySoon();
  // A client that does not read either is not waited for.
  setTimeout(() => socket.destroy(), CHECK_EVERY_MS).unref();
}
