import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** What every answer carries unless whoever gives it says otherwise: a page has a policy of its own. */
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  // Not no-referrer: that would turn the Origin of our own forms into `null`.
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Call {
  hasActBegun: boolean;
}

/**
 * Stands in the process before Next: sees every request, also those that Next answers by itself. Gives each answer its headers,
 * turns away what Next would fail at, and tells a request that could not be read from one that we failed at.
 */
export class FrontDoor {
  readonly #calls = new AsyncLocalStorage<Call>();
  readonly #servers = new WeakSet<Server>();

  /** Takes its place before every HTTP server of the process. */
  open(): void {
    subscribe('http.server.request.start', (message) => {
      const { request, response, server } = message as {
        request: IncomingMessage;
        response: ServerResponse;
        server: Server;
      };
      for (const [name, value] of HEADERS) response.setHeader(name, value);
      request.url = withReadablePath(request.url ?? '/');
      if (!this.#servers.has(server)) this.#stepInFront(server);
    });
  }

  /** Notes that an act of ours has begun: from here on a failure is our own. */
  noteAct(): void {
    const call = this.#calls.getStore();
    if (call) call.hasActBegun = true;
  }

  #stepInFront(server: Server): void {
    this.#servers.add(server);
    const behind = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (!METHODS.has(request.method ?? '')) return refuseMethod(request, response);
      const call: Call = { hasActBegun: false };
      // React cannot read the arguments and Next calls that its own failure; no act of ours has run.
      if (request.headers['next-action'] !== undefined) answerUnreadAs400(response, call);
      this.#calls.run(call, () => {
        for (const listener of behind) listener.call(server, request, response);
      });
    });
  }
}

function refuseMethod(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const body = JSON.stringify({ error: { code: 'method_not_allowed', message: 'This method is not served here.' } });
  response.writeHead(405, { 'content-type': 'application/json', allow: [...METHODS].join(', ') }).end(body);
}

function answerUnreadAs400(response: ServerResponse, call: Call): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) =>
    writeHead(status === 500 && !call.hasActBegun ? 400 : status, ...rest)) as typeof response.writeHead;
}

/** A path whose escapes are no UTF-8 makes Next fail; as literal text it is merely not there. */
function withReadablePath(url: string): string {
  const [path = '', ...search] = url.split('?');
  if (isReadable(path)) return url;
  const literal = path.replace(/(?:%[0-9a-f]{2})+|%/gi, (escapes) =>
    isReadable(escapes) ? escapes : escapes.replaceAll('%', '%25'),
  );
  return [literal, ...search].join('?');
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
