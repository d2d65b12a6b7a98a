import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP } from 'node:net';

const ANSWER_BYTES_MAX = 16 * 1024;

export interface Post {
  readonly url: URL;
  /** Where to connect, in order of preference; nothing else is ever connected to. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/**
 * Posts once, on a connection of its own. Redirects are not followed and the answer's body is thrown away, at most 16 KiB of it.
 * Settles once the signal aborts, whatever the receiver and the socket do.
 * @returns the status of the answer
 * @throws what the socket or TLS said, or the signal's reason
 */
export function post(call: Post): Promise<number> {
  return new Promise((resolve, reject) => {
    call.signal.throwIfAborted();
    const request = open(call);
    let status: number | undefined;
    const fail = (error: unknown) => (status === undefined ? reject(error) : resolve(status));
    call.signal.addEventListener('abort', () => fail(call.signal.reason), { once: true });
    request.on('error', fail);
    request.once('close', () => fail(new Error('closed without an answer')));
    request.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.once('response', (response) => {
      status = response.statusCode ?? 0;
      discard(response, () => resolve(response.statusCode ?? 0));
    });
    request.end(call.body);
  });
}

function open({ url, addresses, headers, body, signal }: Post): ClientRequest {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent: false as const,
    signal,
    lookup: (_host: string, { all }: { all?: boolean | undefined }, done: (...answer: never[]) => void) => {
      const [first] = known;
      const answer = all ? [null, known] : [null, first?.address, first?.family];
      (done as (...answer: unknown[]) => void)(...answer);
    },
  };
  return url.protocol === 'https:' ? requestTls(url, options) : requestPlain(url, options);
}

/** Lets a receiver end its answer in peace, but not for long. */
function discard(response: IncomingMessage, done: () => void): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) response.destroy();
  });
  response.on('error', () => {});
  response.once('close', done);
}
