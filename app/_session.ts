import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { findSession, sessionCookieName } from '@/lib/auth/session';
import { type OwnerScope, ownerScope } from '@/lib/queue/scope';
import { getRuntime } from '@/lib/runtime';

/** Who is signed in, looked up once a request. */
export const currentSession = cache(async () => {
  const runtime = getRuntime();
  const cookie = (await cookies()).get(sessionCookieName(runtime.config));
  return await findSession(runtime, cookie?.value);
});

/**
 * What the signed-in human may see; anyone else is sent to sign in.
 * @param path where to come back to, with its search
 */
export async function requireOwner(path: string): Promise<OwnerScope> {
  const session = await currentSession();
  if (!session) redirect(path === '/' ? '/signin' : `/signin?${new URLSearchParams({ callbackUrl: path })}`);
  return ownerScope(session.humanId);
}
