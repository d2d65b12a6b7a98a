import { type Finding, ok, wrong } from './check';

const CHECK = 'base_url';
const TIMEOUT_MS = 5_000;

/** Asks the server under its public origin whether it serves and is ready. */
export async function checkBaseUrl(baseUrl: string): Promise<Finding> {
  const health = await ask(`${baseUrl}/healthz`);
  if (typeof health === 'string')
    return wrong(
      CHECK,
      `${baseUrl} cannot be reached (${health})`,
      'start the server (npm start), or set SWITCHBOARD_BASE_URL and PORT to where it serves',
    );
  if (health.status !== 200)
    return wrong(
      CHECK,
      `${baseUrl}/healthz answers ${health.status}, so it is no Switchboard or something stands before it`,
      'set SWITCHBOARD_BASE_URL to the public origin of the server, and let the proxy pass every path',
    );
  const readiness = await ask(`${baseUrl}/readyz`);
  if (typeof readiness !== 'string' && readiness.status === 200) return ok(CHECK, `${baseUrl} serves and is ready`);
  const reason = typeof readiness === 'string' ? readiness : await reasonOf(readiness);
  return wrong(CHECK, `${baseUrl} serves but is not ready: ${reason}`, "see the server's log for the reason");
}

/** The answer, or why there is none. */
async function ask(url: string): Promise<Response | string> {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (cause instanceof Error && cause.name === 'TimeoutError') return 'no answer in 5 seconds';
    return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
  }
}

async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined;
  return typeof reason === 'string' && /^[a-z_]{1,40}$/.test(reason) ? reason : `it answers ${response.status}`;
}
