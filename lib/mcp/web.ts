import { clientAddress } from '../auth/client-address';
import type { Config } from '../config';
import type { Mcp } from './handle';
import type { McpAnswer } from './http';

/** Brings a Web request to the MCP core of this process, and its answer back. */
export async function serveWebRequest(
  runtime: { readonly mcp: Pick<Mcp, 'handle'>; readonly config: Pick<Config, 'trustedProxies'> },
  request: Request,
): Promise<Response> {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const answer = await runtime.mcp.handle({
    method: request.method,
    header,
    body: request.body ?? undefined,
    signal: request.signal,
    address: clientAddress(header, runtime.config.trustedProxies),
  });
  return new Response(toBody(answer), { status: answer.status, headers: answer.headers });
}

function toBody({ body }: McpAnswer): BodyInit | null {
  return body === null || typeof body === 'string' ? body : toByteStream(body);
}

/** Each chunk goes out as soon as the reader takes it; a reader that cancels ends the source. */
function toByteStream(events: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const source = events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel() {
      void source.return?.();
    },
  });
}
