import { cookies } from 'next/headers';
import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions, sessionCookieName } from '@/lib/auth/session';
import { endSessionOf } from '@/lib/auth/session-call';
import { isBoardOrigin } from '@/lib/auth/session-origin';
import { isFormProvider, isRedirectProvider } from '@/lib/auth/session-providers';
import { returnPath } from '@/lib/auth/session-return';
import { dropForeignReturn } from '@/lib/auth/session-return-cookie';
import { getRuntime } from '@/lib/runtime';

const BODY_MAX_BYTES = 65_536;
const READS: ReadonlySet<string> = new Set(['csrf', 'session', 'providers', 'signin', 'signout', 'error']);

interface RouteContext {
  readonly params: Promise<{ nextauth: string[] }>;
}

export async function GET(request: NextRequest, context: RouteContext): Promise<Response> {
  const [action = '', provider] = (await context.params).nextauth;
  // next-auth would answer 500: what a form sends comes by POST alone.
  if (action === 'callback' && isFormProvider(provider)) return refusal(405, 'Method not allowed', { allow: 'POST' });
  const isKnown = READS.has(action) || (action === 'callback' && isRedirectProvider(provider));
  if (!isKnown) return refusal(404, 'There is no such route');
  const runtime = getRuntime();
  const jar = await cookies();
  const before = jar.get(sessionCookieName(runtime.config))?.value;
  await dropForeignReturn(runtime.config);
  const options = authOptions(runtime, request.headers.get('user-agent') ?? undefined);
  const answer: Response = await NextAuth(withOwnReturn(request, runtime.config.baseUrl), context, options);
  if (action === 'callback' && setsSession(answer, sessionCookieName(runtime.config)))
    await endSessionOf(runtime, before);
  return answer;
}

export async function POST(request: NextRequest, context: RouteContext): Promise<Response> {
  const [action, provider] = (await context.params).nextauth;
  const isKnown = action === 'signout' || (action === 'callback' && isFormProvider(provider));
  if (!isKnown) return refusal(404, 'There is no such route');
  const runtime = getRuntime();
  if (!isBoardOrigin(request.headers.get('origin'), runtime.config.baseUrl))
    return refusal(403, 'Refused: sent from another site');
  const length = request.headers.get('content-length');
  if (length === null) return refusal(411, 'A content-length is required');
  if (Number(length) > BODY_MAX_BYTES) return refusal(413, `Too large: at most ${BODY_MAX_BYTES} bytes`);
  const body = await readFields(request);
  if (body === undefined) return refusal(400, 'The body must be a form or a JSON object of texts');
  await dropForeignReturn(runtime.config);
  const read = new NextRequest(request.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return await NextAuth(read, context, authOptions(runtime, request.headers.get('user-agent') ?? undefined));
}

/** next-auth answers 500 to a callbackUrl that it cannot read. */
function withOwnReturn(request: NextRequest, baseUrl: string): NextRequest {
  const given = request.nextUrl.searchParams.getAll('callbackUrl');
  if (given.length === 0) return request;
  const url = new URL(request.url);
  url.searchParams.set('callbackUrl', returnPath(given.length === 1 ? given[0] : given, baseUrl));
  return new NextRequest(url, request);
}

/** The fields of a body, which next-auth would read without asking whether it can. */
async function readFields(request: NextRequest): Promise<Record<string, string> | undefined> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const text = await request.text();
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text));
  if (type !== 'application/json') return undefined;
  try {
    const given: unknown = JSON.parse(text);
    const isFlat = typeof given === 'object' && given !== null && Object.values(given).every(isText);
    return isFlat && !Array.isArray(given) ? (given as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function setsSession(answer: Response, name: string): boolean {
  return answer.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}=;`));
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  const code = { 403: 'forbidden', 404: 'not_found', 405: 'method_not_allowed' }[status] ?? 'invalid';
  return Response.json({ error: { code, message } }, { status, headers });
}
