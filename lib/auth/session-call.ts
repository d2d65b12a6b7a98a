import { cookies } from 'next/headers';
import { NextRequest, NextResponse } from 'next/server';
import NextAuth from 'next-auth';
import { endBoardSession } from '../store/board-sessions/end-board-session';
import { authOptions, type FormProvider, findSession, type SessionContext, sessionCookieName } from './session';

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
  const previous = await findSession(context, before);
  await callNextAuth(context, ['callback', provider], credentials);
  const after = (await cookies()).get(name)?.value;
  const isSignedIn = after !== undefined && after !== before;
  if (isSignedIn && previous) await endBoardSession(context.db, previous.sessionId);
  return isSignedIn;
}

/** Ends the browser's session, in the table and in the cookie. */
export async function signOut(context: SessionContext): Promise<void> {
  await callNextAuth(context, ['signout'], {});
}

/** Posts to one of next-auth's routes in process, with the CSRF token it asks for, and keeps the cookies it answers with. */
async function callNextAuth(context: SessionContext, route: string[], fields: Readonly<Record<string, string>>) {
  const options = authOptions(context);
  const call = async (segments: string[], init?: { method: string; body: string; headers: Record<string, string> }) => {
    const request = new NextRequest(`${context.config.baseUrl}/api/auth/${segments.join('/')}`, init);
    const answer: Response = await NextAuth(request, { params: Promise.resolve({ nextauth: segments }) }, options);
    await keepCookies(answer);
    return answer;
  };
  const { csrfToken } = (await (await call(['csrf'])).json()) as { csrfToken: string };
  const body = JSON.stringify({ ...fields, csrfToken, callbackUrl: '/', json: 'true' });
  await call(route, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

async function keepCookies(answer: Response): Promise<void> {
  const jar = await cookies();
  for (const cookie of new NextResponse(null, { headers: answer.headers }).cookies.getAll()) jar.set(cookie);
}
