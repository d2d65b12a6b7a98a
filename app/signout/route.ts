import { signOut } from '@/lib/auth/session-call';
import { getRuntime } from '@/lib/runtime';

export async function POST(): Promise<Response> {
  await signOut(getRuntime());
  return new Response(null, { status: 303, headers: { location: '/signin' } });
}

/** Whoever types the address is shown where the button is. */
export function GET(): Response {
  return new Response(null, { status: 303, headers: { location: '/' } });
}
