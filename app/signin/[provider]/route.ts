import { cookies } from 'next/headers';
import { beginSignIn } from '@/lib/auth/session-call';
import { redirectProviders } from '@/lib/auth/session-providers';
import { returnPath } from '@/lib/auth/session-return';
import { getRuntime } from '@/lib/runtime';
import { DOCUMENT_HEADERS, leavingDocument } from '../../_documents';
import { parseTheme, THEME_COOKIE } from '../../_theme';

interface RouteContext {
  readonly params: Promise<{ provider: string }>;
}

/**
 * Sends the browser to an identity provider. The answer is a document that goes on by itself and not a redirect: under our
 * policy a form must not end up on another origin, wherever the provider sends the browser on to.
 */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const runtime = getRuntime();
  const { provider } = await params;
  const chosen = redirectProviders(runtime.config).find(({ id }) => id === provider);
  if (!chosen) return seeOther('/signin');
  const given = (await request.formData().catch(() => new FormData())).get('path');
  const path = returnPath(typeof given === 'string' ? given : undefined, runtime.config.baseUrl);
  const url = await beginSignIn(runtime, chosen.id, path);
  if (url === undefined) return seeOther(`/signin?${new URLSearchParams({ error: 'OAuthSignin', callbackUrl: path })}`);
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return new Response(leavingDocument(theme, chosen.name, url), { headers: DOCUMENT_HEADERS });
}

export function GET(): Response {
  return seeOther('/signin');
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
