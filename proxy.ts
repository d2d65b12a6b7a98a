import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { findSession, sessionCookieName } from '@/lib/auth/session';
import { isBoardOrigin } from '@/lib/auth/session-origin';
import { isAbsent } from '@/lib/board/absent';
import type { Config } from '@/lib/config';
import { QueueError } from '@/lib/queue/errors';
import { ownerScope } from '@/lib/queue/scope';
import { getRuntime } from '@/lib/runtime';
import { DOCUMENT_HEADERS, notFoundDocument, unavailableDocument } from './app/_documents';
import { parseTheme, THEME_COOKIE } from './app/_theme';

const FORM_MAX_BYTES = 1_048_576;
/** What a read-only Board still takes: these change a session or a cookie, never a todo. */
const SESSION_PATHS = /^\/(?:signin(?:\/[^/]+)?|signout|theme|zone|shortcuts|settings\/sessions)$/;

/**
 * Stands before every page: refuses what no page of ours sends, answers for what is not there, and gives the rest a policy with
 * a fresh nonce. It guards no data; pages and acts ask for the session and the owner themselves.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  if (/^\/\.well-known(?:\/|$)/.test(request.nextUrl.pathname)) return plain(404, 'Not found');
  const refusal = isRead(request) ? await answerConstantly(request) : await refuse(request, getRuntime().config);
  if (refusal) return refusal;
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
  matcher: ['/((?!api/|_next/|metrics$|healthz$|readyz$|icon\\.svg$|base\\.css$).*)'],
};

function isRead({ method }: NextRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A constant document, when a signed-in human asks for what is absent or not theirs, or nobody can be asked who is signed in. */
async function answerConstantly(request: NextRequest): Promise<NextResponse | undefined> {
  const runtime = getRuntime();
  const theme = parseTheme(request.cookies.get(THEME_COOKIE)?.value);
  try {
    const cookie = request.cookies.get(sessionCookieName(runtime.config))?.value;
    const session = await findSession(runtime, cookie);
    const isForeign = session && (await isAbsent(runtime.db, ownerScope(session.humanId), request.nextUrl.pathname));
    return isForeign ? toResponse(404, notFoundDocument(theme)) : undefined;
  } catch (error) {
    if (error instanceof QueueError && error.code === 'unavailable') return toResponse(503, unavailableDocument(theme));
    throw error;
  }
}

function toResponse(status: number, document: string): NextResponse {
  const headers = new Headers(DOCUMENT_HEADERS);
  if (status === 503) headers.set('retry-after', '5');
  return new NextResponse(document, { status, headers });
}

async function refuse(request: NextRequest, config: Config): Promise<NextResponse | undefined> {
  if (request.method !== 'POST') return plain(405, 'Method not allowed', { allow: 'GET, HEAD, POST' });
  if (!isBoardOrigin(request.headers.get('origin'), config.baseUrl))
    return plain(403, 'Refused: sent from another site');
  if (config.boardReadOnly && !SESSION_PATHS.test(request.nextUrl.pathname))
    return plain(403, 'This Board is read-only');
  const body = await readUpTo(FORM_MAX_BYTES, request);
  if (body === undefined) return plain(413, 'Too large: a form may have 1 MiB');
  const isForm = await isReadable(request.headers.get('content-type') ?? '', body);
  return isForm ? undefined : plain(400, 'The form could not be read: send it again from its page');
}

/** @returns undefined when there is more, announced or not */
async function readUpTo(maxBytes: number, request: NextRequest): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Next would fail at a form with no boundary, or one that breaks off. */
async function isReadable(contentType: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (!/^multipart\/form-data\b/i.test(contentType)) return true;
  const form = new Response(body, { headers: { 'content-type': contentType } }).formData();
  return await form.then(
    () => true,
    () => false,
  );
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
