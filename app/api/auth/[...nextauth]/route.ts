import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions, isFormProvider } from '@/lib/auth/session';
import { isBoardOrigin } from '@/lib/auth/session-origin';
import { returnPath } from '@/lib/auth/session-return';
import { getRuntime } from '@/lib/runtime';

const BODY_MAX_BYTES = 65_536;

interface RouteContext {
  readonly params: Promise<{ nextauth: string[] }>;
}

export async function GET(request: NextRequest, context: RouteContext): Promise<Response> {
  const [action, provider] = (await context.params).nextauth;
  // next-auth would answer 500: what a form sends comes by POST alone.
  if (action === 'callback' && isFormProvider(provider))
    return new Response(null, { status: 405, headers: { allow: 'POST' } });
  const runtime = getRuntime();
  return await NextAuth(withOwnReturn(request, runtime.config.baseUrl), context, authOptions(runtime));
}

/** next-auth answers 500 to a callbackUrl that it cannot read. */
function withOwnReturn(request: NextRequest, baseUrl: string): NextRequest {
  const given = request.nextUrl.searchParams.getAll('callbackUrl');
  if (given.length === 0) return request;
  const url = new URL(request.url);
  url.searchParams.set('callbackUrl', returnPath(given.length === 1 ? given[0] : given, baseUrl));
  return new NextRequest(url, request);
}

export async function POST(request: NextRequest, context: RouteContext): Promise<Response> {
  const runtime = getRuntime();
  if (!isBoardOrigin(request.headers.get('origin'), runtime.config.baseUrl)) return new Response(null, { status: 403 });
  const length = request.headers.get('content-length');
  if (length === null) return new Response(null, { status: 411 });
  if (Number(length) > BODY_MAX_BYTES) return new Response(null, { status: 413 });
  return NextAuth(request, context, authOptions(runtime));
}
