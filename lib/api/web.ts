import { clientAddress } from '../auth/client-address';
import type { Config } from '../config';
import type { Api } from './handle';

const PREFIX = '/api/v1';

/** Brings a Web request to the operator API of this process, and its answer back. */
export async function serveApiRequest(
  runtime: { readonly api: Pick<Api, 'handle'>; readonly config: Pick<Config, 'trustedProxies'> },
  request: Request,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const answer = await runtime.api.handle({
    method: request.method,
    path: pathname.slice(PREFIX.length),
    query: searchParams,
    header,
    body: request.body ?? undefined,
    address: clientAddress(header, runtime.config.trustedProxies),
  });
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'content-type': 'application/json', ...answer.headers },
  });
}
