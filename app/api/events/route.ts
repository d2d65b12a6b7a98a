import { cookies } from 'next/headers';
import { findSession, sessionCookieName } from '@/lib/auth/session';
import { boardEvents } from '@/lib/board/event-stream';
import { QueueError } from '@/lib/queue/errors';
import { getRuntime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** The Board's live stream, for whoever is signed in; it ends within 20 seconds of their session. */
export async function GET(request: Request): Promise<Response> {
  const runtime = getRuntime();
  const cookie = (await cookies()).get(sessionCookieName(runtime.config))?.value;
  try {
    const session = await findSession(runtime, cookie);
    if (!session) return new Response(null, { status: 401 });
    const isSignedIn = async () => (await findSession(runtime, cookie)) !== undefined;
    const signals = [request.signal, runtime.abort.signal];
    const events = boardEvents({ feed: runtime.feed, humanId: session.humanId, isSignedIn, signals });
    return new Response(events, { headers: HEADERS });
  } catch (error) {
    if (error instanceof QueueError && error.code === 'unavailable')
      return new Response(null, { status: 503, headers: { 'retry-after': '5' } });
    throw error;
  }
}
