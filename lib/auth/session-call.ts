import { cookies, headers } from 'next/headers';
import { NextRequest, NextResponse } from 'next/server';
import NextAuth from 'next-auth';
import { endBoardSession } from '../store/board-sessions/end-board-session';
import { authOptions, findSession, type SessionContext, sessionCookieName } from './session';
import type { FormProvider, RedirectProvider } from './session-providers';
import { dropForeignReturn } from './session-return-cookie';

/**
 * Signs in with a form's credentials and sets the session cookie; a session that the browser held before is ended. To be called
 * from a server action or a route handler.
 * @returns false when the credentials were refused
 */
export async function signInWith(
  context: SessionContext,
  provider: FormProvider,
  credentials: Readonly<Record<string, string>>,
): Promise<boolean> {
  const name = sessionCookieName(context.config);
  const before = (await cookies()).get(name)?.value;
  await callNextAuth(context, ['callback', provider], { ...credentials, callbackUrl: '/' });
  const after = (await cookies()).get(name)?.value;
  const isSignedIn = after !== undefined && after !== before;
  if (isSignedIn) await endSessionOf(context, before);
  return isSignedIn;
}

/**
 * Begins a sign-in at an identity provider: sets the cookies that its answer is checked against.
 * @param path where to go afterwards, on our own origin
 * @returns the provider's address to send the browser to; undefined when the provider could not be asked
 */
export async function beginSignIn(
  context: SessionContext,
  provider: RedirectProvider,
  path: string,
): Promise<string | undefined> {
  const answer = await callNextAuth(context, ['signin', provider], { callbackUrl: path });
  const { url } = (await answer.json()) as { url: string };
  return url.startsWith(`${context.config.baseUrl}/`) ? undefined : url;
}

/** Ends the browser's session, in the table and in the cookie. */
export async function signOut(context: SessionContext): Promise<void> {
  await callNextAuth(context, ['signout'], { callbackUrl: '/' });
}

/** Ends the session that a browser held before it signed in anew. */
export async function endSessionOf(context: SessionContext, cookie: string | undefined): Promise<void> {
  const session = await findSession(context, cookie);
  if (session) await endBoardSession(context.db, session.sessionId);
}

/** Posts to one of next-auth's routes in process, with the CSRF token it asks for, and keeps the cookies it answers with. */
async function callNextAuth(
  context: SessionContext,
  route: string[],
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const options = authOptions(context, (await headers()).get('user-agent') ?? undefined);
  await dropForeignReturn(context.config);
  const call = async (segments: string[], init?: { method: string; body: string; headers: Record<string, string> }) => {
    const request = new NextRequest(`${context.config.baseUrl}/api/auth/${segments.join('/')}`, init);
    const answer: Response = await NextAuth(request, { params: Promise.resolve({ nextauth: segments }) }, options);
    await keepCookies(answer);
    return answer;
  };
  const { csrfToken } = (await (await call(['csrf'])).json()) as { csrfToken: string };
  const body = JSON.stringify({ ...fields, csrfToken, json: 'true' });
  return await call(route, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

async function keepCookies(answer: Response): Promise<void> {
  const jar = await cookies();
  for (const cookie of new NextResponse(null, { headers: answer.headers }).cookies.getAll()) jar.set(cookie);
}
