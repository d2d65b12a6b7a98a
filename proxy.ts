import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { isBoardOrigin } from '@/lib/auth/session-origin';
import type { Config } from '@/lib/config';
import { getRuntime } from '@/lib/runtime';

const FORM_MAX_BYTES = 1_048_576;
/** What a read-only Board still takes: these change a session or a cookie, never a todo. */
const SESSION_PATHS: ReadonlySet<string> = new Set(['/signin', '/signout', '/theme']);

/**
 * Stands before every page: refuses what no page of ours sends, and gives the rest a policy with a fresh nonce. It guards no
 * data; pages and acts ask for the session themselves.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  if (/^\/\.well-known(?:\/|$)/.test(request.nextUrl.pathname)) return plain(404, 'Not found');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const refusal = await refuse(request, getRuntime().config);
    if (refusal) return refusal;
  }
  const policy = pagePolicy(randomBytes(16).toString('base64'));
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  // Next compares Origin with these; the Origin has been checked against the configuration, which a proxy's Host may not match.
  const origin = request.headers.get('origin');
  if (origin !== null && URL.canParse(origin)) headers.set('x-forwarded-host', new URL(origin).host);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = {
  matcher: ['/((?!api/|_next/|metrics$|healthz$|readyz$|icon\\.svg$).*)'],
};

async function refuse(request: NextRequest, config: Config): Promise<NextResponse | undefined> {
  if (request.method !== 'POST') return plain(405, 'Method not allowed', { allow: 'GET, HEAD, POST' });
  if (!isBoardOrigin(request.headers.get('origin'), config.baseUrl))
    return plain(403, 'Refused: sent from another site');
  if (config.boardReadOnly && !SESSION_PATHS.has(request.nextUrl.pathname))
    return plain(403, 'This Board is read-only');
  return (await isTooLarge(request)) ? plain(413, 'Too large: a form may have 1 MiB') : undefined;
}

async function isTooLarge(request: NextRequest): Promise<boolean> {
  const announced = request.headers.get('content-length');
  if (announced !== null) return Number(announced) > FORM_MAX_BYTES;
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > FORM_MAX_BYTES) return true;
  }
  return false;
}

function pagePolicy(nonce: string): string {
  const isDev = process.env.NODE_ENV === 'development';
  const scripts = `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ''}`;
  const styles = `style-src 'self'${isDev ? " 'unsafe-inline'" : ` 'nonce-${nonce}'`}`;
  const rest =
    "img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
  return `default-src 'none'; ${scripts}; ${styles}; ${rest}`;
}

function plain(status: number, text: string, headers: Record<string, string> = {}): NextResponse {
  return new NextResponse(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
}
