import { endSessionsAsOwner } from '@/lib/board/settings';
import { ownerScope } from '@/lib/queue/scope';
import { getRuntime } from '@/lib/runtime';
import { currentSession } from '../../../_session';

/** Ends one other session of the human's, or all others; also on a read-only Board, for it changes no todo. */
export async function POST(request: Request): Promise<Response> {
  const session = await currentSession();
  if (!session) return seeOther('/signin?callbackUrl=%2Fsettings');
  const form = await request.formData().catch(() => new FormData());
  const id = form.get('id');
  const which = form.has('others') ? 'others' : typeof id === 'string' ? { id } : undefined;
  if (which) await endSessionsAsOwner(getRuntime().db, ownerScope(session.humanId), session.sessionId, which);
  return seeOther('/settings#sessions');
}

/** Whoever types the address is shown the page of the forms. */
export function GET(): Response {
  return seeOther('/settings#sessions');
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
