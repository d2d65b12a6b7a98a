import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll } from 'vitest';

/** A call as it came in, verified with the Standard Webhooks library when the secret is known. */
export interface ReceivedCall {
  readonly id: string;
  readonly body: string;
  readonly event: { type: string; timestamp: string; data: Record<string, unknown> };
  readonly headers: IncomingMessage['headers'];
  readonly verified: boolean;
}

type Answer = (response: ServerResponse, nth: number) => void;

/** A receiver on a loopback port of its own. */
export class Receiver {
  readonly calls: ReceivedCall[] = [];
  readonly #waiting = new Set<() => void>();
  secret: string | undefined;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param answer what it says to the nth call, counted from 1; 204 by default */
  static async start(answer: Answer = (response) => response.writeHead(204).end()): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const receiver = new Receiver(server, `http://127.0.0.1:${port}/told`);
    server.on('request', (request, response) => void receiver.#take(request, response, answer));
    opened.push(receiver);
    return receiver;
  }

  /** Resolves with the calls so far once there are that many. */
  async received(count: number): Promise<readonly ReceivedCall[]> {
    while (this.calls.length < count) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return this.calls;
  }

  /** Told of every connection from now on, even one over which no request comes. */
  onConnection(told: () => void): void {
    this.server.on('connection', told);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { headers } = request;
    const call = { id: String(headers['webhook-id']), body, event: JSON.parse(body), headers };
    this.calls.push({ ...call, verified: this.#verifies(body, headers) });
    answer(response, this.calls.length);
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #verifies(body: string, headers: IncomingMessage['headers']): boolean {
    try {
      new Webhook(this.secret ?? '').verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  }
}

const opened: Receiver[] = [];
afterAll(() => {
  for (const receiver of opened.splice(0)) receiver.stop();
});
